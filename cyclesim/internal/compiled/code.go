package compiled

import (
	"fmt"
	"slices"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/schedule"
	"culprit/cyclesim/internal/wasm"
	"culprit/rtlgen/ir"
)

// Names that the WebAssembly modules export.
const (
	exportMemory = "memory"
	exportSettle = "settle" // the outputs, or all wires
	exportFinish = "finish" // the rest of a cycle, with the clock edge
	exportRun    = "run"    // up to n cycles; returns how many it ran
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

// steps writes the exported functions of the simulation proper. It runs last,
// since the address of the top's frame is known only when all kernels have their
// scratch memory.
func (g *webAssembly) steps(top *module, frame uint32) {
	settle := g.wasm.NewFunc(nil)
	settle.Export = exportSettle
	finish := g.wasm.NewFunc(nil)
	finish.Export = exportFinish
	for _, k := range top.kernels {
		f := settle
		if k.step.Last {
			f = finish
		}
		if code := g.code[kernelKey{k, 1}]; code != nil {
			f.I32Const(frame)
			f.Call(code)
		}
	}
	finish.I32Const(g.at.cycle)
	finish.I32Const(g.at.cycle)
	finish.Mem(wasm.I64Load, 0)
	finish.I64Const(1)
	finish.Op(wasm.I64Add)
	finish.Mem(wasm.I64Store, 0)
	g.runFunc(settle, finish)
}

// runFunc writes a function that runs up to n cycles. It returns early after a cycle
// in which a property has failed for the first time.
func (g *webAssembly) runFunc(settle, finish *wasm.Func) {
	run := g.wasm.NewFunc([]wasm.ValType{wasm.I32}, wasm.I32)
	run.Export = exportRun
	const n = 0
	done := run.Local(wasm.I32)
	run.Loop()
	run.Call(settle)
	run.Call(finish)
	run.LocalGet(done)
	run.I32Const(1)
	run.Op(wasm.I32Add)
	run.LocalTee(done)
	run.LocalGet(n)
	run.Op(wasm.I32LtU)
	run.I32Const(g.at.failed)
	run.Mem(wasm.I32Load, 0)
	run.Op(wasm.I32Eqz)
	run.Op(wasm.I32And)
	run.BrIf(0)
	run.Op(wasm.End)
	run.LocalGet(done)
}

// observeFunc writes the exported function that settles every wire.
func (g *webAssembly) observeFunc(top *module, frame uint32) {
	settle := g.wasm.NewFunc(nil)
	settle.Export = exportSettle
	for _, k := range top.kernels {
		if code := g.code[kernelKey{k, 1}]; code != nil {
			settle.I32Const(frame)
			settle.Call(code)
		}
	}
}

func pages(bytes uint64) uint64 { return (bytes + wasm.PageSize - 1) / wasm.PageSize }
