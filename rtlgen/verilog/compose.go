package verilog

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// moduleFiles is a module as text. A black box has two: the model, and the shell
// around the part.
type moduleFiles struct {
	path, text           string
	shellPath, shellText string
}

// assembly collects the files of designs that are written into one folder.
type assembly struct {
	o       Options
	name    string // of the file, with SingleFile, and of the common file list
	several bool   // designs
	out     *Output
	known   *facts
	top     string                 // of the design that is being added
	texts   map[string]moduleFiles // by module
	origin  map[string]string      // the top that brought a module
	cores   map[string]bool        // the modules that have one
	paths   []string               // of all Verilog files
	files   map[string]int         // the numbers of these in the output
}

// design adds the files of a design.
func (a *assembly) design(d *ir.Design) error {
	o := a.o
	a.top = o.TopName(d)
	if clocks := d.Top.Clocks(); o.Proof && len(clocks) > 0 {
		return fmt.Errorf("%s has the clock %s besides the implicit one, and a set-up of SymbiYosys is for one clock: leave it out; "+
			"rtlgen prove proves the properties", a.top, clocks[0].Name)
	}
	if o.WrapMemories {
		wrapped, shapes, err := wrappedMemories(d, o)
		if err != nil {
			return err
		}
		d = wrapped
		a.out.Files = append(a.out.Files, memoryList(a.top, shapes))
	}
	man := newManifest(d, o, a.known.of(d.Top).hash, a.name)
	var errs []error
	var paths []string
	var cores []core
	for _, m := range written(d) {
		known := a.known.of(m)
		if foreign(m) {
			c, files, err := a.addForeign(m, man, known)
			paths, cores, errs = append(paths, files...), append(cores, c), append(errs, err)
			continue
		}
		text, ns, err := emitModule(m, o, a.known)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		f := moduleFiles{path: o.fileOf(m, a.name), text: text}
		man.add(m, f.path, ns, known)
		if m.Part != nil {
			f = moduleFiles{path: modelFile(m, a.name, o), text: text, shellPath: shellFile(m, a.name, o),
				shellText: emitShell(m, o, known)}
			paths = append(paths, f.shellPath)
		}
		paths = append(paths, f.path)
		errs = append(errs, a.add(m, f))
		cores = append(cores, o.moduleCore(m, f, a.known))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if o.ResetSynchroniser {
		more, err := a.synchronised(d, man)
		if err != nil {
			return err
		}
		for _, c := range more {
			paths = append(paths, c.files...)
		}
		cores = append(cores, more...)
	}
	paths = unique(paths)
	a.paths = unique(append(a.paths, paths...))
	if !o.SingleFile || !a.several {
		a.out.Files = append(a.out.Files, a.lists(a.top, a.top, paths)...)
	}
	if !o.SingleFile {
		a.addCores(cores)
	} else if !a.several {
		a.addCores([]core{a.singleCore(a.top, d)})
	}
	a.out.Files = append(a.out.Files, o.constraintFiles(d, a.known.of(d.Top).hash)...)
	if o.SystemVerilog {
		if err := a.systemVerilog(d, paths); err != nil {
			return err
		}
	}
	if o.Proof {
		a.out.Files = append(a.out.Files, o.proofFile(d, paths, a.known.of(d.Top).hash))
	}
	if o.Manifest {
		a.out.Files = append(a.out.Files, man.file())
	}
	return nil
}

// common adds what several designs have together.
func (a *assembly) common(designs []*ir.Design) error {
	if a.name == "" {
		return nil
	}
	if !prefixForm.MatchString(a.name) {
		return fmt.Errorf("%q cannot be the name of a file list: use letters, digits and _, and no digit in front", a.name)
	}
	var tops, cores []string
	reset := false
	for _, d := range designs {
		own := a.o.needsAnyReset(d.Top)
		tops, cores = append(tops, a.o.TopName(d)), append(cores, a.o.coreName(a.o.TopName(d), own))
		reset = reset || own
	}
	if _, taken := a.texts[strings.TrimPrefix(a.name, a.o.Prefix)]; taken && strings.HasPrefix(a.name, a.o.Prefix) {
		return fmt.Errorf("the common file list cannot be called %s, which is the name of a module: choose another name",
			a.name)
	}
	a.out.Files = append(a.out.Files, a.lists(a.name, strings.Join(tops, ", "), a.paths)...)
	if a.o.SingleFile {
		a.addCores([]core{a.singleCore("", designs...)})
		return nil
	}
	a.addCores([]core{{name: a.name, doc: strings.Join(tops, ", "), head: a.o.notice("#"), reset: reset, depends: cores,
		noTop: true}})
	return nil
}

// singleCore is the core of the single file.
func (a *assembly) singleCore(top string, designs ...*ir.Design) core {
	c := core{name: a.name, head: a.o.notice("#"), noTop: top == ""}
	if len(designs) == 1 {
		c.doc, c.head = firstLine(designs[0].Top.Doc), c.head+a.o.stamp("#", a.known.of(designs[0].Top).hash)
	}
	for _, d := range designs {
		c.reset = c.reset || a.o.needsAnyReset(d.Top)
	}
	parts, models := setOf(a.out.Parts), setOf(a.out.Models)
	for _, path := range a.paths {
		switch {
		case parts[path]:
			c.parts = append(c.parts, path)
		case models[path]:
			c.models = append(c.models, path)
		default:
			c.files = append(c.files, path)
		}
	}
	return c
}

// addCores adds the cores that no other design has brought.
func (a *assembly) addCores(cores []core) {
	for _, c := range cores {
		if !a.cores[c.name] {
			a.cores[c.name] = true
			a.out.Files = append(a.out.Files, c.file(a.o))
		}
	}
}

func setOf(list []string) map[string]bool {
	set := map[string]bool{}
	for _, x := range list {
		set[x] = true
	}
	return set
}

func unique(list []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool {
		twice := seen[s]
		seen[s] = true
		return twice
	})
}

// add adds the modules of a design, except those that another design has brought.
// Two modules of one name must be the same module.
func (a *assembly) add(m *ir.Module, f moduleFiles) error {
	old, there := a.texts[m.Name]
	switch {
	case !there:
		a.texts[m.Name], a.origin[m.Name] = f, a.top
	case old != f:
		return fmt.Errorf("%s and %s need different modules %s, which cannot be in one folder: "+
			"rename the module in one of them, or write them to different folders", a.origin[m.Name], a.top, a.o.ModuleName(m))
	default:
		return nil
	}
	if m.Part != nil && !foreign(m) {
		a.put(f.shellPath, f.shellText, &a.out.Parts)
		a.put(f.path, f.text, &a.out.Models)
		return nil
	}
	a.put(f.path, f.text, nil)
	return nil
}

// put adds a module's text to the file of that path, which it begins if it is new.
func (a *assembly) put(path, text string, list *[]string) {
	if i, there := a.files[path]; there {
		f := &a.out.Files[i]
		f.Data = append(append(f.Data, '\n'), text...)
		return
	}
	a.files[path] = len(a.out.Files)
	a.out.Files = append(a.out.Files, File{path, []byte(a.o.fileHead() + text)})
	if list != nil {
		*list = append(*list, path)
	}
}

// fileOf is the path of the file that a module is in.
func (o Options) fileOf(m *ir.Module, single string) string {
	if o.SingleFile {
		return single + ".v"
	}
	return o.ModuleName(m) + ".v"
}

// FileList is the file list <name>.f of the Verilog files with these paths.
func (o Options) FileList(name, of string, paths []string) File {
	var b bytes.Buffer
	b.WriteString(o.notice("//"))
	fmt.Fprintf(&b, "// Files of %s.\n", of)
	root := ""
	if o.FileRoot != "" {
		root = strings.TrimSuffix(o.FileRoot, "/") + "/"
	} else {
		fmt.Fprintf(&b, "// The names start from this folder: use -f in it, and verilator -F from elsewhere.\n")
	}
	for _, path := range paths {
		fmt.Fprintln(&b, root+path)
	}
	return File{name + ".f", b.Bytes()}
}

// lists are the file lists of a design or of several: the paths, and for simulation
// those with the models of black boxes.
func (a *assembly) lists(name, of string, paths []string) []File {
	without := func(others []string) []string {
		left := setOf(others)
		return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return left[p] })
	}
	source := sourceList(a.out.Source)
	files := []File{a.o.FileList(name, of+", children before parents", without(a.out.Models))}
	if len(without(a.out.Parts)) != len(paths) {
		files = append(files, a.o.FileList(name+".sim", of+" for simulation: black boxes are their models",
			without(a.out.Parts)))
	}
	for i := range files {
		files[i].Data = append(files[i].Data, source...)
	}
	return files
}
