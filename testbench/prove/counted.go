package prove

import (
	"slices"

	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir"
)

// Known tells which properties of a design the table has as proven; also those of its parts that are blocks of the
// table, where they are used as they must be.
func (t *Table) Known(d *ir.Design) func(*aig.Property) bool {
	own := t.byNetlist(Hash(d))
	if own == nil {
		return nil
	}
	holds, broken := map[string]bool{}, map[string]bool{} // by name with its path
	for _, x := range own.Properties {
		holds[x.Name] = x.Verdict == Proven || x.Verdict == Lifted
	}
	parts := map[string]*Proofs{} // by path
	modules := map[*ir.Module]*Proofs{}
	var visit func(m *ir.Module, path string)
	visit = func(m *ir.Module, path string) {
		p, ok := modules[m]
		if !ok {
			p = t.byNetlist(Hash(&ir.Design{Top: m, Modules: contained(d, m)}))
			modules[m] = p
		}
		parts[path] = p
		for _, x := range m.Properties {
			if name := joined(path, x.Name); x.Kind == ir.Assume && path != "" && !holds[name] {
				broken[path] = true
			}
		}
		for _, in := range m.Instances {
			for i := range in.Count {
				visit(in.Of, joined(path, in.CopyName(i)))
			}
		}
	}
	visit(d.Top, "")
	return func(x *aig.Property) bool {
		if holds[x.Name()] {
			return true
		}
		p := parts[x.Path]
		return p != nil && !broken[x.Path] && slices.ContainsFunc(p.Properties, func(y *Property) bool {
			return y.Name == x.Of.Name && y.Verdict == Proven
		})
	}
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (t *Table) byNetlist(hash string) *Proofs {
	for _, p := range t.Blocks {
		if p.Netlist == hash {
			return p
		}
	}
	return nil
}

// contained are a module and those below it, in the order of the design.
func contained(d *ir.Design, m *ir.Module) []*ir.Module {
	inside := map[*ir.Module]bool{}
	var visit func(m *ir.Module)
	visit = func(m *ir.Module) {
		if inside[m] {
			return
		}
		inside[m] = true
		for _, in := range m.Instances {
			visit(in.Of)
		}
	}
	visit(m)
	return slices.DeleteFunc(slices.Clone(d.Modules), func(m *ir.Module) bool { return !inside[m] })
}
