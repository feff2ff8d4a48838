package yosys

import (
	"fmt"
	"strings"
)

// names are those that the things of a module have, each once.
type names map[string]bool

// unique is the name, or the name with a number if something else has it.
func (n names) unique(name string) string {
	u := name
	for i := 2; n[u]; i++ {
		u = fmt.Sprintf("%s_%d", name, i)
	}
	n[u] = true
	return u
}

// plain is a name of Yosys as one of Verilog without escapes: \a.b[3] is a_b_3, and of a module with
// parameters, $paramod\fifo\DEPTH=4, it is the name and the values.
func plain(name string) string {
	name = strings.TrimPrefix(name, "$paramod")
	var b strings.Builder
	gap := false
	for _, r := range name {
		switch {
		case r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
	}
	s := b.String()
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		s = "n" + s
	}
	return s
}
