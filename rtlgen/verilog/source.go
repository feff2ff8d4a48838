package verilog

import (
	"bytes"
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// foreign reports whether the Verilog of a module comes from files that are not written here.
func foreign(m *ir.Module) bool { return m.Part != nil && m.Part.Source != nil }

// written are the modules of a design that are written: those that stand in a part with a source are not.
func written(d *ir.Design) []*ir.Module {
	needed := map[*ir.Module]bool{d.Top: true}
	for _, m := range slices.Backward(d.Modules) { // parents first
		if !needed[m] || foreign(m) {
			continue
		}
		for _, in := range m.Instances {
			needed[in.Of] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(d.Modules), func(m *ir.Module) bool { return !needed[m] })
}

// outside is a module with its ports alone.
func outside(m *ir.Module) *ir.Module {
	own := *m
	own.Signals, own.Arrays, own.Memories, own.Instances, own.Properties, own.Body = nil, nil, nil, nil, nil, nil
	return &own
}

// addForeign adds the module around a part with a source, and the source.
func (a *assembly) addForeign(m *ir.Module, man *manifest, known *fact) (core, []string, error) {
	f := moduleFiles{path: a.o.fileOf(m, a.name), text: emitShell(m, a.o, known)}
	own := outside(m)
	man.add(own, f.path, outsideOf(own, a.o, known).nameMap(), known)
	a.out.addSource(m.Part.Source)
	err := a.add(m, f)
	c := core{name: a.o.ModuleName(m), reset: known.anyReset(), doc: firstLine(m.Doc),
		head: a.o.notice("#") + a.o.stamp("#", known.hash)}
	c.files = append(slices.Clone(m.Part.Source.Files), f.path)
	return c, []string{f.path}, err
}

// addSource adds a source to those of the output.
func (o *Output) addSource(s *ir.Source) {
	o.Source.Files = unique(append(o.Source.Files, s.Files...))
	o.Source.Include = unique(append(o.Source.Include, s.Include...))
	for _, d := range s.Defines {
		if !slices.Contains(o.Source.Defines, d) {
			o.Source.Defines = append(o.Source.Defines, d)
		}
	}
}

// sourceList is the source as lines of a file list.
func sourceList(s ir.Source) []byte {
	var b bytes.Buffer
	for _, dir := range s.Include {
		fmt.Fprintf(&b, "+incdir+%s\n", dir)
	}
	for _, d := range s.Defines {
		fmt.Fprintf(&b, "+define+%s", d.Name)
		if d.Value != "" {
			fmt.Fprintf(&b, "=%s", d.Value)
		}
		b.WriteByte('\n')
	}
	for _, path := range s.Files {
		fmt.Fprintln(&b, path)
	}
	return b.Bytes()
}
