package translate

import (
	"math/bits"
	"slices"

	"culprit/cyclesim/internal/layout"
	"culprit/cyclesim/internal/lower"
	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/vector"
	"culprit/cyclesim/internal/word"
	"culprit/rtlgen/ir"
)

// A group of 8 or 16 copies can have one block or two (package layout). With two, values of several
// bytes take half as many instructions, but copies inside are joined with fewer others.

// ChooseBlocks finds the modules whose copies are better off in two blocks, by the number of
// instructions. Nil if there are none.
func ChooseBlocks(d *ir.Design, o Options) (map[*ir.Module]bool, error) {
	if !slices.ContainsFunc(d.Modules, func(m *ir.Module) bool { return slices.ContainsFunc(m.Instances, o.oneBlock) }) {
		return nil, nil
	}
	design, err := NewDesign(d, machine.Instances(d), o)
	if err != nil {
		return nil, err
	}
	e := &estimate{options: &o, known: map[laneKernel]float64{}, gain: map[*ir.Module]float64{}, seen: map[*Kernel]bool{}}
	for _, k := range design.Translate(o).Kernels {
		e.scalar(k)
	}
	list := map[*ir.Module]bool{}
	for m, gain := range e.gain {
		if gain > 0 {
			list[m] = true
		}
	}
	return list, nil
}

// oneBlock tells whether the copies of an instance are one group of one block.
func (o *Options) oneBlock(in *ir.Instance) bool {
	list := o.Groups.Of(in)
	return len(list) == 1 && list[0].Lanes > 1 && list[0].Lanes <= vector.BlockLanes
}

// estimate is what kernels cost in groups.
type estimate struct {
	options *Options
	known   map[laneKernel]float64
	gain    map[*ir.Module]float64 // with two blocks, for modules with a group of one
	seen    map[*Kernel]bool
}

// laneKernel is a kernel for a group of so many lanes, with a bit for each lane that has a copy.
type laneKernel struct {
	kernel *Kernel
	lanes  int
	used   uint64
}

// scalar looks at the groups that a kernel calls.
func (e *estimate) scalar(k *Kernel) {
	if e.seen[k] {
		return
	}
	e.seen[k] = true
	for i := range k.Program.Calls {
		c := &k.Program.Calls[i]
		callee := KernelOf(c)
		switch {
		case c.Lanes == 1:
			e.scalar(callee)
		case c.Lanes <= vector.BlockLanes && c.Count == 1:
			two := layout.Group{Count: bits.OnesCount64(c.Used), Lanes: 2 * vector.BlockLanes, Each: c.Lanes / 2}
			e.gain[callee.Module.Plan.Module] += e.cost(laneKernel{callee, c.Lanes, c.Used}) - e.cost(laneKernel{callee, two.Lanes, two.Used()})
		}
	}
}

// widestCost is what an instruction on the widest vectors costs: processors with AVX-512 may take
// two steps for it.
const widestCost = 1.5

// cost estimates what a call costs, with all that it calls.
func (e *estimate) cost(of laneKernel) float64 {
	if n, ok := e.known[of]; ok {
		return n
	}
	p := &of.kernel.Program
	code := lower.Vectorise(p, min(of.lanes, vector.BlockLanes), e.options.computed(of.used, of.lanes))
	n := float64(len(code.Instrs))
	if layout.BlocksOf(of.lanes) > 2 {
		n *= widestCost
	}
	for i := range p.Code {
		if p.Code[i].Op != word.Call {
			continue
		}
		c := &p.Calls[p.Code[i].K]
		for _, j := range of.kernel.Joins(c, of.lanes) {
			n += e.cost(laneKernel{KernelOf(c), j.Count * of.lanes, joinedLanes(of.used, of.lanes, j)})
		}
	}
	e.known[of] = n
	return n
}
