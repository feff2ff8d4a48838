package machine

import "culprit.example/culprit/rtlgen/ir"

// Instance is one occurrence of a module in the hierarchy.
type Instance struct {
	Path   string // "" for the top, "in_port_3.cdu" below it
	Module *ir.Module
}

// Instances lists the hierarchy, parents first, children in the order of
// declaration, copies of an instance in the order of their index. The positions
// in this list are the instance numbers of all engines.
func Instances(d *ir.Design) []Instance {
	var list []Instance
	var walk func(path string, m *ir.Module)
	walk = func(path string, m *ir.Module) {
		list = append(list, Instance{Path: path, Module: m})
		for _, in := range m.Instances {
			for i := 0; i < in.Count; i++ {
				walk(Join(path, in.CopyName(i)), in.Of)
			}
		}
	}
	walk("", d.Top)
	return list
}

// Join puts a name below a path.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
