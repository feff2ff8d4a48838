package yosys

import (
	"fmt"
	"math/big"
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

// moduleName is the name of a module as one of Verilog without escapes: that in the Verilog, with the
// parameters by which modules of one name differ, or a hash of many: $paramod\fifo\DEPTH=s32'00100 is fifo_DEPTH_4.
func moduleName(name string) string {
	derived, ok := strings.CutPrefix(name, "$paramod")
	if !ok {
		return plain(name)
	}
	hash, base, _ := strings.Cut(derived, "\\")
	base, params, _ := strings.Cut(base, "\\")
	if hash = strings.TrimPrefix(hash, "$"); hash != "" {
		return plain(base) + "_" + hash[:min(len(hash), 8)]
	}
	for _, p := range strings.Split(params, "\\") {
		label, text, _ := strings.Cut(p, "=")
		if _, bits, sized := strings.Cut(text, "'"); sized {
			if v, ok := new(big.Int).SetString(bits, 2); ok {
				text = v.String()
			}
		}
		base += "_" + label + "_" + text
	}
	return plain(base)
}

// plain is a name of Yosys as one of Verilog without escapes: \a.b[3] is a_b_3.
func plain(name string) string {
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
