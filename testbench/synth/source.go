package synth

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// Source is a module as Verilog.
type Source struct {
	Top    string
	Files  []verilog.File // with everything below the module
	Params []Param        // of the Verilog module; none for a module of the generator
	Note   string         // behind the name in reports and tables: what was done to the module before, "" if nothing was

	module *ir.Module     // nil if the Verilog was not made by the generator
	inner  string         // the instance that it is, if Top is a module around it
	design []verilog.File // all Verilog of its design
}

// name is that of the module in reports and tables.
func (s *Source) name() string {
	if s.Note == "" {
		return s.Top
	}
	return s.Top + ", " + s.Note
}

// Param is a parameter of a Verilog module with its value as Verilog.
type Param struct{ Name, Value string }

// ModuleSources are the modules of a design, children before parents.
func ModuleSources(d *ir.Design) ([]*Source, error) {
	out, err := verilog.Emit(d, verilog.Options{})
	if err != nil {
		return nil, err
	}
	declareParts(d, out)
	var list []*Source
	for _, m := range d.Modules {
		if m.Part == nil {
			list = append(list, sourceOf(m, out.SynthesisFiles()))
		}
	}
	return list, nil
}

// sourceOf is a module with those of the files that it needs.
func sourceOf(m *ir.Module, files []verilog.File) *Source {
	needed := map[string]bool{partsFile: true}
	var add func(m *ir.Module)
	add = func(m *ir.Module) {
		if needed[m.Name+".v"] {
			return
		}
		needed[m.Name+".v"] = true
		for _, in := range m.Instances {
			add(in.Of)
		}
	}
	add(m)
	s := &Source{Top: m.Name, module: m, design: files}
	for _, f := range files {
		if needed[f.Path] {
			s.Files = append(s.Files, f)
		}
	}
	return s
}

// FileSource is a module of Verilog files that were not made by the generator.
func FileSource(top string, paths []string, params []Param) (*Source, error) {
	s := &Source{Top: top, Params: params}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("cannot read the Verilog: %w", err)
		}
		name := filepath.Base(path)
		if slices.ContainsFunc(s.Files, func(f verilog.File) bool { return f.Path == name }) {
			return nil, fmt.Errorf("cannot synthesize %s with another file of the name %s: rename one", path, name)
		}
		s.Files = append(s.Files, verilog.File{Path: name, Data: text})
	}
	return s, nil
}

// modules are those of the generator that are in the files, without black boxes.
func (s *Source) modules() []*ir.Module {
	var list []*ir.Module
	var add func(m *ir.Module)
	add = func(m *ir.Module) {
		if m == nil || m.Part != nil || slices.Contains(list, m) {
			return
		}
		list = append(list, m)
		for _, in := range m.Instances {
			add(in.Of)
		}
	}
	add(s.module)
	return list
}

// dsps counts the DSP blocks that black boxes stand for.
func dsps(m *ir.Module) int {
	if m.Part != nil {
		if primitives[m.Part.Name] == dsp {
			return 1
		}
		return 0
	}
	n := 0
	for _, in := range m.Instances {
		n += in.Count * dsps(in.Of)
	}
	return n
}

// flatLimit is the largest number of instances below a module with which it is
// synthesized as a whole. The modules inside a larger one are synthesized by
// themselves and added up: the units of a switch are many: their synthesis as one
// takes an hour.
const flatLimit = 32

// separate are the modules directly inside this one that are synthesized by
// themselves: none, if it is small enough.
func (s *Source) separate() []*ir.Module {
	if s.module == nil || s.inner != "" || instancesBelow(s.module, map[*ir.Module]int{}) <= flatLimit {
		return nil
	}
	var list []*ir.Module
	for _, in := range s.module.Instances {
		if in.Of.Part == nil && !slices.Contains(list, in.Of) {
			list = append(list, in.Of)
		}
	}
	return list
}

// instancesBelow counts the instances in a module at any depth.
func instancesBelow(m *ir.Module, known map[*ir.Module]int) int {
	if n, ok := known[m]; ok {
		return n
	}
	n := 0
	for _, in := range m.Instances {
		n += in.Count * (1 + instancesBelow(in.Of, known))
	}
	known[m] = n
	return n
}
