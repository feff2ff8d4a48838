package verilog

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// facts are what is known of modules with all below them, each found once.
type facts struct {
	o     Options
	known map[*ir.Module]*fact
	taken map[*ir.Module]map[string]bool // the names of a module
}

func newFacts(o Options) *facts {
	return &facts{o: o, known: map[*ir.Module]*fact{}, taken: map[*ir.Module]map[string]bool{}}
}

type fact struct {
	hash         string // of the netlist
	properties   bool   // there are some
	clock, reset bool   // it has these ports
	// resets are the clocks that are inputs and have a reset beside them.
	resets map[string]bool
}

func (k *facts) of(m *ir.Module) *fact {
	if f := k.known[m]; f != nil {
		return f
	}
	f := &fact{properties: len(m.Properties) > 0, clock: m.OwnClock(), reset: k.o.ownReset(m, ""),
		resets: map[string]bool{}}
	for _, p := range m.Clocks() {
		f.resets[p.Name] = k.o.ownReset(m, p.Name)
	}
	var text strings.Builder
	text.WriteString(ir.ModuleText(m))
	for _, in := range m.Instances {
		below := k.of(in.Of)
		text.WriteString(below.hash)
		f.properties = f.properties || below.properties
		f.joins(in, below)
	}
	f.hash = fmt.Sprintf("%x", sha256.Sum256([]byte(text.String())))[:12]
	k.known[m] = f
	return f
}

// joins adds the clocks and resets that an instance needs.
func (f *fact) joins(in *ir.Instance, below *fact) {
	if in.Clock == "" {
		f.clock, f.reset = f.clock || below.clock, f.reset || below.reset
	}
	for clock := range f.resets {
		for _, inside := range in.InnerClocks(clock) {
			if inside == "" && below.reset || below.resets[inside] {
				f.resets[clock] = true
			}
		}
	}
}

// anyReset reports whether the module has a reset, of whatever clock.
func (f *fact) anyReset() bool {
	for _, has := range f.resets {
		if has {
			return true
		}
	}
	return f.reset
}

// resetOf reports whether a clock has a reset; "" is the implicit clock.
func (f *fact) resetOf(clock string) bool { return clock == "" && f.reset || f.resets[clock] }

// takenIn is the names of a module.
func (k *facts) takenIn(m *ir.Module) map[string]bool {
	if k.taken[m] == nil {
		k.taken[m] = newNameSet(m).taken
	}
	return k.taken[m]
}

// Hash is the hash of a module's netlist with all below it: 12 hexadecimal digits,
// the same for equal circuits, wherever in the Go code they are described.
func Hash(m *ir.Module) string { return newFacts(Options{}).of(m).hash }
