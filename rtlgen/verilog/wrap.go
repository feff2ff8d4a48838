package verilog

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// wrappedMemories is a copy of the design in which every RAM but those of registers
// is an instance of a module of its shape, which a memory compiler's macro can
// replace. The module itself is the RAM, so that a simulation is the same.
func wrappedMemories(d *ir.Design, o Options) (*ir.Design, []*memoryShape, error) {
	own, err := ir.Parse("the netlist", ir.TextWith(d, ir.Docs|ir.Positions))
	if err != nil {
		return nil, nil, fmt.Errorf("memories cannot be wrapped: %w", err)
	}
	w := &wrapper{byName: map[string]*memoryShape{}, taken: map[string]bool{}, all: newFacts(o),
		namesOf: map[*ir.Module]*printer{}}
	for _, m := range own.Modules {
		w.taken[m.Name] = true
	}
	for _, m := range written(own) {
		if m.Part == nil { // the model of a black box stays as it is
			w.module(m)
		}
	}
	var all []*ir.Module
	for _, s := range w.shapes {
		all = append(all, s.module)
	}
	own.Modules = append(all, own.Modules...)
	root := o.TopName(d)
	if o.ResetSynchroniser {
		root += ".core"
	}
	w.paths(own.Top, root)
	for _, s := range w.shapes {
		s.Module = o.ModuleName(s.module)
	}
	if err := ir.Verify(own); err != nil {
		panic("BUG: wrapping memories made a broken netlist: " + err.Error())
	}
	return own, w.shapes, nil
}

// memoryShape is a kind of memory: what a memory compiler makes one macro of.
type memoryShape struct {
	Module string   `json:"module"`
	Depth  int      `json:"depth"`
	Width  int      `json:"width"`
	Mask   int      `json:"mask_granularity"` // bits that are written together: the width of a lane
	RDW    string   `json:"read_during_write"`
	Ports  []port   `json:"ports"`
	Paths  []string `json:"instances"` // hierarchical names, from the top module on

	module *ir.Module
}

// port is a port of a memory, with the signals of the module that belong to it.
type port struct {
	Kind    string `json:"kind"` // write, read (synchronous) or read_async
	Enable  string `json:"enable,omitempty"`
	Address string `json:"address"` // a read and a write with one address are one port of a RAM
	Data    string `json:"data"`
	// RDW has one behaviour for each write port; none if it is the memory's for all.
	RDW []string `json:"read_during_write,omitempty"`
}

// behaviours are what a read port with choices of its own reads during the writes of
// each write port.
func behaviours(r *ir.ReadPort) []string {
	var list []string
	for _, rdw := range r.RDW {
		list = append(list, rdw.String())
	}
	return list
}

type wrapper struct {
	shapes []*memoryShape
	byName map[string]*memoryShape
	taken  map[string]bool // names of modules of the design

	all     *facts
	namesOf map[*ir.Module]*printer // for the names of instances
}

// module replaces the memories of a module by instances.
func (w *wrapper) module(m *ir.Module) {
	taken := newNameSet(m)
	var kept []*ir.Memory
	reads := map[*ir.ReadPort]*ir.Node{}
	for _, mem := range m.Memories {
		if mem.Contents != nil || mem.Technology() == ir.StyleRegisters || len(mem.Writes) == 0 || severalClocks(mem) {
			kept = append(kept, mem)
			continue
		}
		in := w.shape(mem).instance(mem, taken)
		for i, r := range mem.Reads {
			reads[r] = &ir.Node{Op: ir.OpInstOut, Width: mem.Width, Inst: in, Port: in.Of.Outputs()[i], Pos: r.Pos}
		}
		m.Instances = append(m.Instances, in)
	}
	seen := map[*ir.Node]bool{}
	replace := func(n *ir.Node) {
		if r := reads[n.Read]; n.Op == ir.OpMemRead && r != nil {
			*n = *r
		}
	}
	m.RootNodes(func(root *ir.Node) { ir.WalkNodes(root, seen, replace) })
	for _, in := range m.Instances {
		for _, c := range in.Conns {
			ir.WalkNodes(c.Value, seen, replace)
		}
	}
	m.Memories = kept
}

// severalClocks reports whether the ports of a memory are of different clocks.
func severalClocks(mem *ir.Memory) bool {
	for _, r := range mem.Reads {
		if r.Clock != mem.Writes[0].Clock {
			return true
		}
	}
	return slices.ContainsFunc(mem.Writes, func(w *ir.WritePort) bool { return w.Clock != mem.Writes[0].Clock })
}

// instance stands for mem.
func (s *memoryShape) instance(mem *ir.Memory, taken *nameSet) *ir.Instance {
	in := &ir.Instance{Name: mem.Name, Of: s.module, Count: 1, Clock: mem.Writes[0].Clock, Pos: mem.Pos}
	for s.collides(in.Name, taken) {
		in.Name += "_"
	}
	values := map[string]*ir.Node{}
	for i, p := range s.Ports {
		if i < len(mem.Writes) {
			x := mem.Writes[i]
			values[p.Enable], values[p.Address], values[p.Data] = x.Enable, x.Addr, x.Data
		} else {
			x := mem.Reads[i-len(mem.Writes)]
			values[p.Enable], values[p.Address] = x.Enable, x.Addr
		}
	}
	for _, p := range s.module.Inputs() {
		in.Conns = append(in.Conns, ir.Conn{Port: p, Value: values[p.Name], Pos: mem.Pos})
	}
	return in
}

// collides reports whether a net of an instance of that name would have the name of
// something else.
func (s *memoryShape) collides(instance string, names *nameSet) bool {
	for _, p := range s.module.Outputs() {
		if names.taken[instance+"_"+p.Name] {
			return true
		}
	}
	return false
}

// shape is the shape of a memory; it is made for the first of its kind.
func (w *wrapper) shape(mem *ir.Memory) *memoryShape {
	s := &memoryShape{Depth: mem.Depth, Width: mem.Width, Mask: mem.Width, RDW: mem.RDW.String()}
	number := func(prefix string, i, n int) string {
		if n == 1 {
			return prefix
		}
		return fmt.Sprintf("%s%d", prefix, i)
	}
	lanes := ""
	for i, x := range mem.Writes {
		name := number("wr", i, len(mem.Writes))
		s.Ports = append(s.Ports, port{Kind: "write", Enable: name + "_en", Address: name + "_addr", Data: name + "_data"})
		s.Mask = min(s.Mask, mem.Width/x.Lanes())
		if x.Lanes() > 1 {
			lanes += fmt.Sprintf("_by%d", mem.Width/x.Lanes())
		}
	}
	kinds, pairs := "", ""
	for i, r := range mem.Reads {
		name := number("rd", i, len(mem.Reads))
		p := port{Kind: "read_async", Address: name + "_addr", Data: name + "_data", RDW: behaviours(r)}
		kind := "a"
		if r.Sync {
			p.Kind, p.Enable, kind = "read", name+"_en", "r"
		}
		kinds += kind
		if own := ownWrite(mem, r); own >= 0 {
			p.Address = s.Ports[own].Address
			pairs += fmt.Sprintf("_at%d", own)
		}
		if r.RDW != nil {
			pairs += fmt.Sprintf("_%s_%s", name, strings.Join(p.RDW, "_"))
		}
		s.Ports = append(s.Ports, p)
	}
	s.Module = fmt.Sprintf("mem_%dx%d_%dw%s%s_%s", mem.Depth, mem.Width, len(mem.Writes), lanes, kinds, mem.RDW)
	s.Module += pairs
	if mem.Style != ir.StyleAuto {
		s.Module += "_" + mem.Style.String()
	}
	for w.taken[s.Module] {
		s.Module += "_"
	}
	if old := w.byName[s.Module]; old != nil {
		return old
	}
	s.build(mem)
	w.byName[s.Module] = s
	w.shapes = append(w.shapes, s)
	return s
}

// ownWrite is the write port with the address of a read port, -1 for none. Only memories
// whose pairs of ports differ are looked at: for the others it makes no difference.
func ownWrite(mem *ir.Memory, r *ir.ReadPort) int {
	for i, w := range mem.Writes {
		if mem.Mixed() && ir.SameValue(w.Addr, r.Addr) {
			return i
		}
	}
	return -1
}

// build makes the module: the memory, with a signal for everything at its ports.
func (s *memoryShape) build(mem *ir.Memory) {
	m := &ir.Module{Name: s.Module, Doc: fmt.Sprintf("memory of %d words of %d bits, to be replaced by a macro", s.Depth,
		s.Width)}
	inner := &ir.Memory{Name: "word", Depth: mem.Depth, Width: mem.Width, RDW: mem.RDW, Style: mem.Style}
	m.Memories = []*ir.Memory{inner}
	signal := func(kind ir.SignalKind, name string, width int) *ir.Node {
		x := &ir.Signal{Name: name, Kind: kind, Width: width}
		m.Ports = append(m.Ports, x)
		return &ir.Node{Op: ir.OpSignal, Width: width, Sig: x}
	}
	index := ir.IndexBits(mem.Depth)
	for i, p := range s.Ports {
		if i < len(mem.Writes) {
			x := &ir.WritePort{Enable: signal(ir.Input, p.Enable, mem.Writes[i].Enable.Width)}
			x.Addr, x.Data = signal(ir.Input, p.Address, index), signal(ir.Input, p.Data, mem.Width)
			inner.Writes = append(inner.Writes, x)
			continue
		}
		x := &ir.ReadPort{Name: strings.Replace(p.Data, "_data", "_word", 1), Sync: p.Enable != ""}
		if x.Sync {
			x.Enable = signal(ir.Input, p.Enable, 1)
		}
		if own := ownWrite(mem, mem.Reads[i-len(mem.Writes)]); own >= 0 {
			x.Addr = inner.Writes[own].Addr
		} else {
			x.Addr = signal(ir.Input, p.Address, index)
		}
		x.RDW = mem.Reads[i-len(mem.Writes)].RDW
		inner.Reads = append(inner.Reads, x)
		out := signal(ir.Output, p.Data, mem.Width)
		m.Body = append(m.Body, &ir.Assign{Sig: out.Sig,
			Value: &ir.Node{Op: ir.OpMemRead, Width: mem.Width, Mem: inner, Read: x}})
	}
	s.module = m
}

// paths notes where the instances are.
func (w *wrapper) paths(m *ir.Module, path string) {
	p := w.namesOf[m]
	if p == nil {
		p = &printer{m: m, names: newNameSet(m), all: w.all, copies: map[*ir.Instance]string{}}
		w.namesOf[m] = p
	}
	for _, in := range m.Instances {
		for i := range in.Count {
			below := path + "." + p.instanceName(in, i)
			if s := w.byName[in.Of.Name]; s != nil {
				s.Paths = append(s.Paths, below)
			} else {
				w.paths(in.Of, below)
			}
		}
	}
}

// memoryList is the list for the memory compiler.
func memoryList(top string, shapes []*memoryShape) File {
	b, err := json.MarshalIndent(struct {
		Top      string         `json:"top"`
		Memories []*memoryShape `json:"memories"`
	}{top, append([]*memoryShape{}, shapes...)}, "", "  ")
	if err != nil {
		panic("BUG: the list of memories cannot be written as JSON: " + err.Error())
	}
	return File{top + ".memories.json", append(b, '\n')}
}
