package lint

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// wholeLimit is the number of instances up to which a design is read in one piece.
// Verilator and Icarus Verilog have everything of a module once for each instance:
// the fabric of paper 002 with 128 leaves, 28,577 instances, takes Verilator more than
// 11 GB.
const wholeLimit = 4000

// unit is what the tools read at a time: a module with all below it, or one with
// stubs of those directly below it.
type unit struct {
	top     *ir.Module
	modules []*ir.Module // with their contents, children before parents
	stubs   []*ir.Module // with their ports only
}

// units cover a design: it as a whole, or, if it has more instances than the limit,
// each module that has more by itself, and each directly below one of these as a whole.
// In this way every module is read with its contents, and every instance with the ports
// of what it is an instance of.
func units(d *ir.Design, limit int) []unit {
	size := map[*ir.Module]int{}
	for _, m := range d.Modules {
		size[m] = 1
		for _, in := range m.Instances {
			size[m] = min(size[m]+in.Count*size[in.Of], limit+1)
		}
	}
	if size[d.Top] <= limit {
		return []unit{{top: d.Top, modules: d.Modules}}
	}
	tops := map[*ir.Module]bool{}
	for _, m := range d.Modules {
		if size[m] > limit {
			tops[m] = true
			for _, in := range m.Instances {
				tops[in.Of] = true
			}
		}
	}
	var list []unit
	for _, m := range d.Modules {
		switch {
		case !tops[m]:
		case size[m] > limit:
			list = append(list, unit{top: m, modules: []*ir.Module{m}, stubs: children(m)})
		default:
			list = append(list, unit{top: m, modules: below(d, m)})
		}
	}
	return list
}

// children are the modules of which m has instances, each once.
func children(m *ir.Module) []*ir.Module {
	var list []*ir.Module
	for _, in := range m.Instances {
		if !slices.Contains(list, in.Of) {
			list = append(list, in.Of)
		}
	}
	return list
}

// below are m and all modules below it, in the order of the design.
func below(d *ir.Design, m *ir.Module) []*ir.Module {
	in := map[*ir.Module]bool{m: true}
	for _, x := range slices.Backward(d.Modules) {
		if in[x] {
			for _, c := range children(x) {
				in[c] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(d.Modules), func(x *ir.Module) bool { return !in[x] })
}

// files are the unit's files in the folder of the design, children before parents.
func (u unit) files(out *verilog.Output) []string {
	var list []string
	for _, m := range u.stubs {
		list = append(list, stubFile(m))
	}
	for _, m := range u.modules {
		list = append(list, fileOf(m, out))
	}
	return list
}

// fileOf is the file of a module, of a black box that of its model.
func fileOf(m *ir.Module, out *verilog.Output) string {
	name := m.Name + ".v"
	for _, f := range out.SimulationFiles() {
		if path.Base(f.Path) == name {
			return f.Path
		}
	}
	return name
}

func stubFile(m *ir.Module) string { return path.Join("stubs", m.Name+".v") }

// list is the file list for the simulators. It is the design's own one for the whole
// of it; if that has black boxes, the one in which they are their models: the tools
// have no vendor's library.
func (u unit) list(d *ir.Design, out *verilog.Output) string {
	switch {
	case u.top != d.Top || len(u.stubs) > 0:
		return u.top.Name + ".unit.f"
	case len(out.Parts) > 0:
		return d.Top.Name + ".sim.f"
	}
	return d.Top.Name + ".f"
}

// write adds to the folder of the design what is not among its own files.
func (u unit) write(dir string, o verilog.Options, d *ir.Design, out *verilog.Output) error {
	if u.top == d.Top && len(u.stubs) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(dir, "stubs"), 0o777); err != nil {
		return err
	}
	for _, m := range u.stubs {
		if err := os.WriteFile(filepath.Join(dir, stubFile(m)), verilog.Stub(m, o), 0o666); err != nil {
			return err
		}
	}
	text := strings.Join(u.files(out), "\n") + "\n"
	return os.WriteFile(filepath.Join(dir, u.list(d, out)), []byte(text), 0o666)
}
