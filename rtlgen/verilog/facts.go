package verilog

import (
	"crypto/sha256"
	"fmt"

	"culprit/rtlgen/ir"
)

// facts are what is known of modules with all below them, each found once.
type facts map[*ir.Module]*fact

type fact struct {
	hash       string // of the netlist
	properties bool   // there are some
}

func (k facts) of(m *ir.Module) *fact {
	if f := k[m]; f != nil {
		return f
	}
	f := &fact{properties: len(m.Properties) > 0}
	text := ir.ModuleText(m)
	for _, in := range m.Instances {
		below := k.of(in.Of)
		text += below.hash
		f.properties = f.properties || below.properties
	}
	f.hash = fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:12]
	k[m] = f
	return f
}

// Hash is the hash of a module's netlist with all below it: 12 hexadecimal digits,
// the same for equal circuits, wherever in the Go code they are described.
func Hash(m *ir.Module) string { return facts{}.of(m).hash }
