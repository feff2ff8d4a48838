package mutate

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Apply returns a copy of the mutant's module with the mistake in it. It instantiates the
// same modules.
func (m *Mutant) Apply() *ir.Module {
	return newCopier(m.Module, map[any][]choice{m.edit.target: {{1, m.edit}}}).make()
}

// ApplyTo returns the design with the mistake in it; what does not contain the mutant's
// module is shared.
func (m *Mutant) ApplyTo(d *ir.Design) *ir.Design {
	return rebuild(d, []*Mutant{m}, 0)
}

// Select returns a design that is the given one, or any of the mutants: number i + 1 on
// the last input of its top selects mutant i, any other number none. The number must not
// change between resets. The input has as many bits as the numbers need.
func Select(d *ir.Design, list []*Mutant) *ir.Design {
	return rebuild(d, list, ir.CountBits(len(list)))
}

// rebuild copies the modules with mutants, and those that contain them. bits is the width
// of the selector, 0 for none.
func rebuild(d *ir.Design, list []*Mutant, bits int) *ir.Design {
	choices := map[*ir.Module]map[any][]choice{}
	for i, m := range list {
		if choices[m.Module] == nil {
			choices[m.Module] = map[any][]choice{}
		}
		of := choices[m.Module]
		of[m.edit.target] = append(of[m.edit.target], choice{i + 1, m.edit})
	}
	copies := map[*ir.Module]*ir.Module{}
	out := &ir.Design{}
	for _, m := range d.Modules {
		now := m
		if choices[m] != nil || slices.ContainsFunc(m.Instances, func(in *ir.Instance) bool { return copies[in.Of] != nil }) {
			c := newCopier(m, choices[m])
			c.of = copies
			if bits > 0 {
				c.selector = selectorOf(m, bits)
			}
			now = c.make()
			copies[m] = now
		}
		out.Modules = append(out.Modules, now)
	}
	out.Top = out.Modules[len(out.Modules)-1]
	return out
}

func selectorOf(m *ir.Module, bits int) *ir.Signal {
	return &ir.Signal{Name: freeName(m, "mutant", 0), Kind: ir.Input, Width: bits, Pos: m.Pos}
}

// freeName is a name that the module does not have, another one for each number.
func freeName(m *ir.Module, name string, number int) string {
	used, free := names(m), name
	for n := 2; used[free] || number > 0; n++ {
		if !used[free] {
			number--
		}
		free = fmt.Sprintf("%s_%d", name, n)
	}
	return free
}

// names are all names of a module.
func names(m *ir.Module) map[string]bool {
	used := map[string]bool{}
	for _, s := range append(append([]*ir.Signal{}, m.Ports...), m.Signals...) {
		used[s.Name] = true
	}
	for _, a := range m.Arrays {
		used[a.Name] = true
	}
	for _, mem := range m.Memories {
		used[mem.Name] = true
		for _, r := range mem.Reads {
			used[r.Name] = true
		}
	}
	for _, in := range m.Instances {
		used[in.Name] = true
	}
	for _, c := range m.Constants {
		used[c.Label()] = true
	}
	return used
}
