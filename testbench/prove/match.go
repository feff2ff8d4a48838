package prove

import (
	"regexp"
	"strings"

	"culprit.example/culprit/rtlgen/aig"
)

// What is called x[3] in a netlist, and u_3.port, may be x_3 and u_3_u.port in what was read: elements of a register
// array that became registers, and instances in a loop.
var (
	element  = regexp.MustCompile(`\[([0-9]+)\]`)
	instance = regexp.MustCompile(`_u\.`)
)

// same are the names of a netlist that a name of what was read may stand for, the likeliest first.
func same(read string) []string {
	return []string{read, instance.ReplaceAllString(read, "."), element.ReplaceAllString(read, "_$1")}
}

// find is what the likeliest name has.
func find[T any](known map[string]T, read string) (x T, ok bool) {
	for _, name := range same(read) {
		if x, ok = known[name]; ok {
			return x, true
		}
	}
	return x, false
}

// elements are the registers of a register array, nil if there is no such array.
func elements(list []*aig.Register, array string) (all []*aig.Register) {
	for _, r := range list {
		if name, _, ok := strings.Cut(r.Name, "["); ok && name == array {
			all = append(all, r)
		}
	}
	return all
}
