package verilog

import (
	"encoding/json"
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
)

// names are the Verilog names of what the Go code declared.
type names struct {
	list []mapping
}

type manifest struct {
	Top string `json:"top"`
	// Generator is the program that wrote the files, Netlist the hash of what from.
	Generator string           `json:"generator,omitempty"`
	Netlist   string           `json:"netlist,omitempty"`
	Options   Options          `json:"options"`
	Modules   []manifestModule `json:"modules"`

	single string // the name of the file with Options.SingleFile
}

type manifestModule struct {
	Name      string             `json:"name"`
	File      string             `json:"file"`
	Netlist   string             `json:"netlist,omitempty"` // its hash
	Part      *manifestPart      `json:"part,omitempty"`
	Doc       string             `json:"doc,omitempty"`
	Params    []manifestParam    `json:"params"`
	Clock     string             `json:"clock,omitempty"`
	Reset     string             `json:"reset,omitempty"`
	Clocks    []manifestClock    `json:"clocks,omitempty"` // besides the implicit one
	Constants []manifestConstant `json:"constants,omitempty"`
	Enums     []manifestEnum     `json:"enums,omitempty"`
	Ports     []manifestPort     `json:"ports"`
	Registers []manifestRegister `json:"registers"`
	Memories  []manifestMemory   `json:"memories"`
	Instances []manifestInstance `json:"instances"`
	Names     []mapping          `json:"names"`
}

// manifestPart is what a black box stands for, and the file of its model or its source.
type manifestPart struct {
	Name  string `json:"name"`
	Model string `json:"model,omitempty"`
	// Files is the Verilog of the part, if it has a source.
	Files []string `json:"files,omitempty"`
}

// manifestClock is a clock that is an input, and its reset, if it has one.
type manifestClock struct {
	Clock string `json:"clock"`
	Reset string `json:"reset,omitempty"`
}

type manifestParam struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Default string `json:"default"`
}

type manifestPort struct {
	Name  string `json:"name"`
	Dir   string `json:"dir"`
	Width int    `json:"width"`
	Doc   string `json:"doc,omitempty"`
	Group string `json:"group,omitempty"`
	Enum  string `json:"enum,omitempty"`
}

// manifestRegister is a register, or with Depth a register array.
type manifestRegister struct {
	Name  string `json:"name"`
	Width int    `json:"width"`
	Depth int    `json:"depth,omitempty"`
	Enum  string `json:"enum,omitempty"`
	// Data registers hold something that control registers declare valid; NoReset
	// registers have no reset, which only data registers can lack.
	Data    bool `json:"data,omitempty"`
	NoReset bool `json:"no_reset,omitempty"`
	// VerificationOnly registers are read by properties only: they exist under
	// RTLGEN_ASSERT and FORMAL, never in a synthesized circuit.
	VerificationOnly bool `json:"verification_only,omitempty"`
}

type manifestMemory struct {
	Name   string `json:"name"`
	Depth  int    `json:"depth"`
	Width  int    `json:"width"`
	Reads  int    `json:"reads"`
	Writes int    `json:"writes"`
	RDW    string `json:"rdw"`
	Style  string `json:"style,omitempty"` // block, distributed or registers; missing for a ROM
	ROM    bool   `json:"rom,omitempty"`
	Starts bool   `json:"starts,omitempty"` // with contents, of a RAM
	Lanes  int    `json:"lanes,omitempty"`  // the most lanes that a port enables
	// Pairs has the read ports with choices of their own: one for each write port.
	Pairs map[string][]string `json:"rdw_by_write_port,omitempty"`
}

type manifestInstance struct {
	Name  string `json:"name"`
	Of    string `json:"of"`
	Count int    `json:"count"`
}

// mapping says where in the Go code a Verilog name comes from.
type mapping struct {
	Go      string `json:"go"`      // blocks/prim/fifo.go:19
	Kind    string `json:"kind"`    // input, reg, array, memory, ...
	Name    string `json:"name"`    // in the Go code
	Verilog string `json:"verilog"` // in the Verilog
}

func newManifest(d *ir.Design, o Options, hash, single string) *manifest {
	man := &manifest{Top: o.TopName(d), Options: o, single: single}
	if man.Generator = o.Generator; o.Generator != "" {
		man.Netlist = hash
	}
	return man
}

func (man *manifest) add(m *ir.Module, file string, ns *names, known *fact) {
	hash := known.hash
	if man.Generator == "" {
		hash = ""
	}
	e := manifestModule{Name: man.Options.ModuleName(m), File: file, Netlist: hash, Doc: m.Doc, Params: []manifestParam{},
		Ports:     []manifestPort{},
		Registers: []manifestRegister{}, Memories: []manifestMemory{}, Instances: []manifestInstance{}, Names: ns.list}
	if m.Part != nil && foreign(m) {
		e.Part = &manifestPart{Name: m.Part.Name, Files: m.Part.Source.Files}
	} else if m.Part != nil {
		e.Part = &manifestPart{Name: m.Part.Name, Model: modelFile(m, man.single, man.Options)}
	}
	for _, q := range m.Params {
		e.Params = append(e.Params, manifestParam(q))
	}
	if known.clock {
		e.Clock = ClockName
	}
	if known.reset {
		e.Reset = man.Options.ResetName()
	}
	for _, p := range m.Clocks() {
		c := manifestClock{Clock: p.Name}
		if known.resets[p.Name] {
			c.Reset = man.Options.ResetOf(p.Name)
		}
		e.Clocks = append(e.Clocks, c)
	}
	e.Constants, e.Enums = manifestConstants(m)
	e.Ports = manifestPorts(m)
	o := man.Options.of(m)
	for _, a := range m.Arrays {
		e.Registers = append(e.Registers, manifestRegister{Name: a.Name, Width: a.Width, Depth: a.Depth,
			Data: a.NoReset, NoReset: !o.resets(a), VerificationOnly: a.VerificationOnly})
	}
	for _, s := range m.Signals {
		if s.Kind == ir.Reg {
			e.Registers = append(e.Registers, manifestRegister{Name: s.Name, Width: s.Width, Enum: enumName(s),
				Data: s.NoReset, NoReset: o.resetValue(s) == nil, VerificationOnly: s.VerificationOnly})
		}
	}
	for _, x := range m.Memories {
		e.Memories = append(e.Memories, memoryEntry(x))
	}
	for _, in := range m.Instances {
		e.Instances = append(e.Instances, manifestInstance{in.Name, man.Options.ModuleName(in.Of), in.Count})
	}
	man.Modules = append(man.Modules, e)
}

func memoryEntry(x *ir.Memory) manifestMemory {
	e := manifestMemory{Name: x.Name, Depth: x.Depth, Width: x.Width, Reads: len(x.Reads), Writes: len(x.Writes),
		RDW: x.RDW.String(), Lanes: lanesOf(x)}
	if e.ROM = x.ROM(); !e.ROM {
		e.Style = x.Technology().String()
		e.Starts = x.Contents != nil
	}
	for _, r := range x.Reads {
		if r.RDW != nil {
			if e.Pairs == nil {
				e.Pairs = map[string][]string{}
			}
			e.Pairs[r.Name] = behaviours(r)
		}
	}
	return e
}

func manifestPorts(m *ir.Module) []manifestPort {
	list := []manifestPort{}
	for _, s := range m.Ports {
		list = append(list, manifestPort{s.Name, s.Kind.String(), s.Width, s.Doc, s.Group, enumName(s)})
	}
	return list
}

// addSynchronised adds the reset synchroniser and the module around the top.
func (man *manifest) addSynchronised(top *ir.Module, inner, outer, innerFile, outerFile string) {
	e := manifestModule{Params: []manifestParam{}, Ports: []manifestPort{}, Registers: []manifestRegister{},
		Memories:  []manifestMemory{},
		Instances: []manifestInstance{}, Names: []mapping{}, Clock: ClockName, Reset: man.Options.ResetName()}
	sync, around := e, e
	sync.Name, sync.File = inner, innerFile
	sync.Ports = []manifestPort{{Name: e.Reset + "_sync", Dir: ir.Output.String(), Width: 1}}
	sync.Registers = []manifestRegister{{Name: "held", Width: 2}}
	around.Name, around.File, around.Doc = outer, outerFile, firstLine(top.Doc)
	around.Ports = manifestPorts(top)
	around.Instances = []manifestInstance{{"synchroniser", inner, 1}, {"core", man.Options.ModuleName(top), 1}}
	man.Modules = append(man.Modules, sync, around)
}

// nameMap lists the names of the module in the order of declaration.
func (p *printer) nameMap() *names {
	ns := &names{list: []mapping{}}
	add := func(pos ir.Pos, kind, name, verilog string) {
		ns.list = append(ns.list, mapping{pos.String(), kind, name, verilog})
	}
	for _, s := range p.m.Ports {
		add(s.Pos, s.Kind.String(), s.Name, s.Name)
	}
	for _, s := range p.m.Signals {
		add(s.Pos, s.Kind.String(), s.Name, s.Name)
	}
	for _, a := range p.m.Arrays {
		add(a.Pos, "array", a.Name, a.Name)
	}
	for _, x := range p.m.Memories {
		add(x.Pos, "memory", x.Name, x.Name)
		for _, r := range x.Reads {
			add(r.Pos, "read port", r.Name, r.Name)
		}
	}
	for _, in := range p.m.Instances {
		for i := range in.Count {
			name := in.Name
			if in.Array {
				name = fmt.Sprintf("%s[%d]", in.Name, i)
			}
			add(in.Pos, "instance", name, p.instanceName(in, i))
		}
		for _, port := range in.Of.Outputs() {
			add(in.Pos, "instance output", in.Name+"."+port.Name, p.plan.nets[instPort{in, port}])
		}
	}
	for _, q := range p.m.Properties {
		add(q.Pos, q.Kind.String(), q.Name, q.Name)
	}
	return ns
}

func (man *manifest) file() File {
	b, err := json.MarshalIndent(man, "", "  ")
	if err != nil {
		panic("BUG: the manifest cannot be written as JSON: " + err.Error())
	}
	return File{man.Top + ".json", append(b, '\n')}
}
