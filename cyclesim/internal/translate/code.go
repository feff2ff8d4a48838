package translate

import (
	"fmt"
	"slices"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/schedule"
	"culprit.example/culprit/rtlgen/ir"
)

// Design is a netlist with the memory layout of everything in it.
type Design struct {
	IR      *ir.Design
	plans   map[*ir.Module]*schedule.Plan
	Layouts map[*ir.Module]*layout.Layout
	At      Addresses
	globals uint32 // end of what is outside of frames
	Frame   uint32 // address of the top's
	Bytes   uint64 // of memory
	Crew    *Crew  // nil for one thread
	Rest    *Rest  // nil if nothing rests
	held    bool   // arrays inside groups are called that could be inlined (Options.Ungrouped)
	lines   lines  // what has caused the instructions, if somebody wants to see it
}

// NewDesign lays out a design whose instances are those of machine.Instances.
func NewDesign(d *ir.Design, instances []machine.Instance, o Options) (*Design, error) {
	plans, err := schedule.Of(d)
	if err != nil {
		return nil, err
	}
	l := &Design{IR: d, plans: plans, Layouts: map[*ir.Module]*layout.Layout{},
		lines: lines{number: map[ir.Pos]int32{}}}
	pieces := layout.Pieces(d)
	for _, m := range d.Modules {
		if l.Layouts[m], err = layout.New(m, l.Layouts, pieces, o.Groups, o.Rest && o.noChecks); err != nil {
			return nil, err
		}
	}
	l.At = Addresses{Cycle: 0, Seed: 8, Failed: 16, Log: 24}
	properties, widest := 0, 8
	for _, inst := range instances {
		properties += len(inst.Module.Properties)
	}
	for _, m := range d.Modules {
		for _, mem := range m.Memories {
			widest = max(widest, int(layout.BytesOf(mem.Width)))
		}
		for _, a := range m.Arrays {
			widest = max(widest, int(layout.BytesOf(a.Width)))
		}
	}
	l.At.Dump = l.At.Log + 8*uint32(properties)
	l.At.Lanes = (l.At.Dump + uint32(widest) + 15) / 16 * 16
	l.At.Target = l.At.Lanes + 2*LaneBytes
	l.globals = l.At.Target + 8
	return l, nil
}

// Translate compiles the top and all modules below it to programs.
func (d *Design) Translate(o Options) *Module {
	u := &units{design: d, options: o, known: map[string]*Module{}, ways: map[*schedule.Plan]int{}}
	fragments := d.plans[d.IR.Top].Fragments
	last := len(fragments) - 1
	top := u.unit(d.IR.Top, [][]*schedule.Fragment{fragments[:last], fragments[last:]}, false)
	top.run(1)
	for _, m := range u.list {
		m.compile(o, &d.lines)
	}
	top.called(o)
	return top
}

// units finds everything that has to be compiled. A module is compiled once for
// each way in which it is called: by the fragments that each call runs, and with
// and without lanes.
type units struct {
	design  *Design
	options Options
	known   map[string]*Module
	ways    map[*schedule.Plan]int // of each module, so far
	list    []*Module              // children first
}

func (u *units) unit(m *ir.Module, steps [][]*schedule.Fragment, lanes bool) *Module {
	plan := u.design.plans[m]
	key := fmt.Sprint(slices.Index(u.design.IR.Modules, m), lanes)
	for _, s := range steps {
		key += "/"
		for _, f := range s {
			key += fmt.Sprint(" ", slices.Index(plan.Fragments, f))
		}
	}
	if x := u.known[key]; x != nil {
		x.sites++
		return x
	}
	u.ways[plan]++
	x := &Module{Layout: u.design.Layouts[m], Plan: plan, design: u.design, way: u.ways[plan], lanes: lanes,
		children: map[childKey]*Module{}, runs: map[int]bool{}, sites: 1}
	u.known[key] = x
	var calls schedule.Calls
	divided := m == u.design.IR.Top && u.options.Sharing.Threads > 1
	x.steps, calls = plan.Steps(steps, divided)
	for _, in := range m.Instances {
		groups := u.options.Groups
		if lanes {
			groups = layout.Grouping{}
		}
		for _, g := range groups.Of(in) {
			key := childKey{in, lanes || g.Lanes > 1}
			if x.children[key] == nil {
				x.children[key] = u.unit(in.Of, calls[in], key.lanes)
			}
		}
	}
	u.list = append(u.list, x)
	return x
}

// Generate fixes all addresses, then writes the functions of the top's kernels, of all kernels that they
// call, and of the simulation. The code can address memory up to a limit.
func (d *Design) Generate(top *Module, out Backend, o Options, limit uint64) error {
	d.place()
	if err := d.fits(limit); err != nil {
		return err
	}
	d.Write(top, out, o)
	out.Steps(top, d.Frame)
	d.Bytes = max(d.Bytes, d.At.Scratch)
	return d.fits(limit)
}

// Write writes the functions of kernels, of which all addresses are fixed.
func (d *Design) Write(top *Module, out Backend, o Options) {
	g := &generator{out: out, options: &o, rest: d.Rest != nil && !o.Observe, done: map[KernelKey]bool{}}
	all := slices.Clone(top.Kernels)
	if d.Crew != nil {
		all = append(all, slices.Concat(d.Crew.Kernels...)...)
	}
	for _, k := range all {
		k.use(1, 1)
	}
	for _, k := range all {
		g.kernel(k, 1)
	}
}

// Generate writes the functions of the programs, and of all that they call, for groups of the given number of
// lanes.
func (d *Doze) Generate(out Backend, lanes int, o Options) {
	g := &generator{out: out, options: &o, done: map[KernelKey]bool{}}
	for _, s := range d.Steps {
		for _, k := range s.Kernels() {
			g.kernel(k, lanes)
		}
	}
}

// place fixes the addresses of the top's frame, of what belongs to groups and threads, and of what functions
// need for themselves, one after the other.
func (d *Design) place() {
	d.Frame = (d.globals + 63) / 64 * 64
	d.Bytes = uint64(d.Frame) + uint64(d.Layouts[d.IR.Top].Size)
	if d.Rest != nil {
		d.Bytes = uint64(d.Frame) + uint64(d.Rest.end)
	}
	if d.Crew != nil {
		d.Crew.place(d)
	}
	d.At.Scratch = (d.Bytes + 63) / 64 * 64
}

// fits is an error if the design needs more memory than code can address.
func (d *Design) fits(limit uint64) error {
	if d.Bytes > limit {
		return fmt.Errorf("design %s has %d bytes of state; the engine can address %d: make its memories smaller, or use engine \"reference\"",
			d.IR.Top.Name, d.Bytes, limit)
	}
	return nil
}
