package verilog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// What the names of FuseSoC cores have if the options do not say.
const (
	DefaultVendor  = "culprit"
	DefaultVersion = "0.1.0"
)

// coreName is the name of the FuseSoC core of a module: vendor, library, module and
// version. Modules that differ by an option are in different libraries, so that one
// is never taken for the other; reset reports whether the module has one.
func (o Options) coreName(module string, reset bool) string {
	vendor, version := o.Vendor, o.Version
	if vendor == "" {
		vendor = DefaultVendor
	}
	if version == "" {
		version = DefaultVersion
	}
	return fmt.Sprintf("%s:%s:%s:%s", vendor, o.coreLibrary(reset), module, version)
}

// coreLibrary names the options that change what is in a module.
func (o Options) coreLibrary(reset bool) string {
	library := "rtl"
	for _, v := range []struct {
		given bool
		name  string
	}{{reset && o.AsyncReset, "_async"}, {reset && o.ResetActiveLow, "_low"},
		{reset && o.Resets != "" && o.Resets != ResetAuthor, "_reset_" + string(o.Resets)},
		{o.WrapMemories, "_wrapped"}, {o.SingleFile, "_single"}} {
		if v.given {
			library += v.name
		}
	}
	return library
}

// core is the description of a module for FuseSoC (CAPI2): a core of its own, which
// depends on those of the modules that it instantiates, so that blocks that share
// modules can be in one design.
type core struct {
	name    string
	reset   bool // the module has one
	doc     string
	head    string   // license and stamp
	files   []string // for all targets
	parts   []string // for synthesis only
	models  []string // for simulation and lint only
	depends []string // names of cores
	bench   *benchSet
	noTop   bool // it has none: it is only there to be depended on
}

// benchSet is a test bench with the files that it reads.
type benchSet struct{ vectors []string }

// moduleCore is the core of a module that is in files of its own.
func (o Options) moduleCore(m *ir.Module, files moduleFiles, known *facts) core {
	own := known.of(m)
	c := core{name: o.ModuleName(m), reset: own.anyReset(), doc: firstLine(m.Doc), head: o.notice("#") + o.stamp("#", own.hash)}
	if m.Part != nil {
		c.parts, c.models = []string{files.shellPath}, []string{files.path}
	} else {
		c.files = []string{files.path}
	}
	seen := map[string]bool{}
	for _, in := range m.Instances {
		if name := o.coreName(o.ModuleName(in.Of), known.of(in.Of).anyReset()); !seen[name] {
			seen[name] = true
			c.depends = append(c.depends, name)
		}
	}
	return c
}

func firstLine(doc string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(doc), "\n")
	return line
}

func (c core) file(o Options) File {
	var b bytes.Buffer
	fmt.Fprintf(&b, "CAPI=2:\n%sname: %s\n", c.head, o.coreName(c.name, c.reset))
	if c.doc != "" {
		text, err := json.Marshal(c.doc) // a JSON string is a YAML string
		if err != nil {
			panic("BUG: a string cannot be written as JSON: " + err.Error())
		}
		fmt.Fprintf(&b, "description: %s\n", text)
	}
	fmt.Fprint(&b, "\nfilesets:\n")
	sets := c.filesets(&b)
	anchor := " &default"
	if c.noTop {
		anchor = ""
	}
	fmt.Fprintf(&b, "\ntargets:\n  default:%s\n    filesets:\n", anchor)
	for _, s := range sets {
		fmt.Fprintf(&b, "      - %s\n", s)
	}
	if c.noTop {
		return File{c.name + ".core", b.Bytes()}
	}
	fmt.Fprintf(&b, "    toplevel: %s\n", c.name)
	if c.bench == nil {
		fmt.Fprint(&b, "  lint:\n    <<: *default\n    description: Verilator with all warnings on\n    flow: lint\n"+
			"    flow_options:\n      tool: verilator\n      verilator_options: [-Wall, -Wpedantic]\n")
		fmt.Fprint(&b, "  sim:\n    <<: *default\n    description: elaboration by Icarus Verilog\n    flow: sim\n"+
			"    flow_options:\n      tool: icarus\n      iverilog_options: [-g2005, -Wall]\n")
	} else {
		fmt.Fprint(&b, "  sim:\n    <<: *default\n    description: the test bench in Icarus Verilog, with assertions\n    flow: sim\n"+
			"    flow_options:\n      tool: icarus\n      iverilog_options: [-g2005, -Wall, -D"+AssertMacro+"]\n")
	}
	return File{c.name + ".core", b.Bytes()}
}

// filesets writes the sets of files, and returns how targets name them.
func (c core) filesets(b *bytes.Buffer) []string {
	var sets []string
	set := func(name, use, kind string, paths []string) {
		if len(paths) == 0 && (name != "rtl" || len(c.depends) == 0) {
			return
		}
		sets = append(sets, use)
		fmt.Fprintf(b, "  %s:\n", name)
		if len(paths) > 0 {
			fmt.Fprint(b, "    files:\n")
			for _, path := range paths {
				fmt.Fprintf(b, "      - %s\n", path)
			}
			fmt.Fprintf(b, "    file_type: %s\n", kind)
		}
		if name == "rtl" && len(c.depends) > 0 {
			fmt.Fprint(b, "    depend:\n")
			for _, d := range c.depends {
				fmt.Fprintf(b, "      - \"=%s\"\n", d)
			}
		}
	}
	const source = "verilogSource-2005"
	set("rtl", "rtl", source, c.files)
	// A simulator and lint get the model of a black box, synthesis its part.
	set("parts", `"!target_sim ? (!target_lint ? (parts))"`, source, c.parts)
	set("models", `"target_sim ? (models)"`, source, c.models)
	if len(c.models) > 0 {
		sets = append(sets, `"target_lint ? (models)"`)
	}
	if c.bench != nil {
		sets = append(sets, "vectors")
		fmt.Fprint(b, "  vectors:\n    files:\n")
		for _, path := range c.bench.vectors {
			fmt.Fprintf(b, "      - %[1]s: {copyto: %[1]s}\n", path)
		}
		fmt.Fprint(b, "    file_type: user\n")
	}
	return sets
}

// TestbenchCore is the FuseSoC core of a test bench of the design: its target sim runs
// it. The files of vectors are read from the folder of the run.
func (o Options) TestbenchCore(bench string, d *ir.Design, vectors ...string) File {
	top, reset := o.TopName(d), o.needsAnyReset(d.Top)
	c := core{name: bench, reset: reset, doc: "self-checking test bench of " + top, head: o.notice("#") + o.stamp("#", ""),
		files:   []string{bench + ".v"},
		depends: []string{o.coreName(top, reset)}, bench: &benchSet{vectors}}
	return c.file(o)
}
