package compiled

import (
	"fmt"
	"slices"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/schedule"
	"culprit/rtlgen/ir"
)

// design is a netlist with the memory layout of everything in it.
type design struct {
	ir      *ir.Design
	plans   map[*ir.Module]*schedule.Plan
	layouts map[*ir.Module]*layout
	at      addresses
	frame   uint32 // address of the top's
	bytes   uint64 // of memory
	crew    *crew  // nil for one thread
}

func newDesign(d *ir.Design, instances []machine.Instance, groups grouping) (*design, error) {
	plans, err := schedule.Of(d)
	if err != nil {
		return nil, err
	}
	l := &design{ir: d, plans: plans, layouts: map[*ir.Module]*layout{}}
	pieces := piecesOf(d)
	for _, m := range d.Modules {
		l.layouts[m] = newLayout(m, l.layouts, pieces, groups)
	}
	l.at = addresses{cycle: 0, seed: 8, failed: 16, log: 24}
	properties, widest := 0, 8
	for _, inst := range instances {
		properties += len(inst.Module.Properties)
	}
	for _, m := range d.Modules {
		for _, mem := range m.Memories {
			widest = max(widest, int(bytesOf(mem.Width)))
		}
		for _, a := range m.Arrays {
			widest = max(widest, int(bytesOf(a.Width)))
		}
	}
	l.at.dump = l.at.log + 8*uint32(properties)
	l.at.lanes = (l.at.dump + uint32(widest) + 15) / 16 * 16
	l.at.target = l.at.lanes + 2*laneBytes
	l.at.scratch = l.at.target + 8
	return l, nil
}

// translate compiles the top and all modules below it to programs.
func (d *design) translate(o options) *module {
	u := &units{design: d, options: o, known: map[string]*module{}, ways: map[*schedule.Plan]int{}}
	fragments := d.plans[d.ir.Top].Fragments
	last := len(fragments) - 1
	top := u.unit(d.ir.Top, [][]*schedule.Fragment{fragments[:last], fragments[last:]}, false)
	for _, m := range u.list {
		m.compile(o)
	}
	top.finish(o)
	return top
}

// units finds everything that has to be compiled. A module is compiled once for
// each way in which it is called: by the fragments that each call runs, and with
// and without lanes.
type units struct {
	design  *design
	options options
	known   map[string]*module
	ways    map[*schedule.Plan]int // of each module, so far
	list    []*module              // children first
}

func (u *units) unit(m *ir.Module, steps [][]*schedule.Fragment, lanes bool) *module {
	plan := u.design.plans[m]
	key := fmt.Sprint(slices.Index(u.design.ir.Modules, m), lanes)
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
	x := &module{layout: u.design.layouts[m], plan: plan, way: u.ways[plan], lanes: lanes, children: map[childKey]*module{}, sites: 1}
	u.known[key] = x
	var calls schedule.Calls
	x.steps, calls = plan.Steps(steps)
	for _, in := range m.Instances {
		groups := u.options.groups
		if lanes {
			groups = grouping{}
		}
		for _, g := range groups.of(in.Count) {
			key := childKey{in, lanes || g.lanes > 1}
			if x.children[key] == nil {
				x.children[key] = u.unit(in.Of, calls[in], key.lanes)
			}
		}
	}
	u.list = append(u.list, x)
	return x
}

// generate writes the functions of the top's kernels and of all kernels that they
// call.
func (d *design) generate(top *module, out backend, o options) {
	g := &generator{out: out, options: &o, done: map[kernelKey]bool{}}
	for _, k := range top.kernels {
		g.kernel(k, 1)
	}
	if d.crew != nil {
		for _, list := range d.crew.kernels {
			for _, k := range list {
				g.kernel(k, 1)
			}
		}
	}
}

// placeFrame finds the address of the top's frame, behind everything else, in so many bytes at
// most.
func (d *design) placeFrame(limit uint64) error {
	d.frame = (d.at.scratch + 63) / 64 * 64
	d.bytes = uint64(d.frame) + uint64(d.layouts[d.ir.Top].size)
	if d.crew != nil {
		d.crew.place(d)
	}
	if d.bytes > limit {
		return fmt.Errorf("the state of design %s takes %d bytes, more than the %d that the engine can address: use a smaller one, or engine \"reference\"",
			d.ir.Top.Name, d.bytes, limit)
	}
	return nil
}
