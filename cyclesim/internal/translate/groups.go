package translate

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/lower"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// How the copies of a module are best grouped depends on its programs.
//
// With two blocks for 8 or 16 copies, values of several bytes take half as many instructions, but
// fewer copies inside are joined. In a largest group that is not full, some lanes are for nothing; in
// smaller ones copies inside are joined, and their lanes are full.

// groupings are the ways to group the copies of a module.
var groupings = []func(g *layout.Grouping, m map[*ir.Module]bool){
	func(*layout.Grouping, map[*ir.Module]bool) {}, // as for any module
	func(g *layout.Grouping, m map[*ir.Module]bool) { g.TwoBlocks = m },
	func(g *layout.Grouping, m map[*ir.Module]bool) { g.Unfilled = m },
}

// groupingCosts is what each of groupings costs.
type groupingCosts [3]float64

// HasChoice reports whether there are several ways to group the copies of a design.
func HasChoice(d *ir.Design, o Options) bool {
	e := newEstimate(&o)
	return slices.ContainsFunc(d.Modules, func(m *ir.Module) bool {
		return slices.ContainsFunc(m.Instances, e.hasChoice)
	})
}

// BetterGroups finds the best way to group the copies of each module, by the number of
// instructions of its programs (Options.Ungrouped). It is false if the programs are as they have to be for
// that.
func (d *Design) BetterGroups(top *Module, o Options) (groups layout.Grouping, better bool) {
	e := newEstimate(&o)
	e.module(top)
	chosen := make([]map[*ir.Module]bool, len(groupings))
	for i := range chosen {
		chosen[i] = map[*ir.Module]bool{}
	}
	for m, costs := range e.costs {
		best := slices.Index(costs[:], slices.Min(costs[:]))
		chosen[best][m] = true
		better = better || best > 0
	}
	better = better || d.held
	groups = o.Groups
	for i, set := range groupings {
		set(&groups, chosen[i])
	}
	return groups, better
}

// estimate is what kernels cost in groups.
type estimate struct {
	options *Options
	known   map[laneKernel]float64
	costs   map[*ir.Module]groupingCosts // of modules that have lanes somewhere
	seen    map[*Module]bool
}

// laneKernel is a kernel for a group of the given number of lanes, with a bit for each lane that has a copy.
type laneKernel struct {
	kernel *Kernel
	lanes  int
	used   uint64
}

func newEstimate(o *Options) *estimate {
	return &estimate{options: o, known: map[laneKernel]float64{}, costs: map[*ir.Module]groupingCosts{},
		seen: map[*Module]bool{}}
}

// ways lists the groups of an instance for each of groupings.
func (e *estimate) ways(in *ir.Instance) [][]layout.Group {
	var list [][]layout.Group
	for _, set := range groupings {
		groups := e.options.Groups
		set(&groups, map[*ir.Module]bool{in.Of: true})
		list = append(list, groups.Of(in))
	}
	return list
}

// hasChoice reports whether the copies of an instance can be grouped in several ways.
func (e *estimate) hasChoice(in *ir.Instance) bool {
	list := e.ways(in)
	return slices.ContainsFunc(list, func(g []layout.Group) bool { return !slices.Equal(g, list[0]) })
}

// module looks at the groups of a module that has no lanes itself.
func (e *estimate) module(m *Module) {
	if e.seen[m] {
		return
	}
	e.seen[m] = true
	for _, in := range m.Plan.Module.Instances {
		if alone := m.children[childKey{in, false}]; alone != nil {
			e.module(alone)
		}
		side := m.children[childKey{in, true}]
		if side == nil {
			continue
		}
		costs := e.costs[in.Of]
		for i, groups := range e.ways(in) {
			for _, g := range groups {
				costs[i] += e.group(side, g)
			}
		}
		e.costs[in.Of] = costs
	}
}

// group estimates what a cycle of a group costs.
func (e *estimate) group(m *Module, g layout.Group) (cost float64) {
	full := g.Count / g.Copies()
	rest := layout.Group{Count: g.Count % g.Copies(), Lanes: g.Lanes, Each: g.Each}
	for _, k := range m.Kernels {
		if full > 0 {
			cost += float64(full) * e.cost(laneKernel{k, g.Lanes, g.Used()})
		}
		if rest.Count > 0 {
			cost += e.cost(laneKernel{k, g.Lanes, rest.Used()})
		}
	}
	return cost
}

// What an instruction on the widest vectors costs, compared with one on others: processors with
// AVX-512 may take two steps for it.
const widestCost = 1.5

// cost estimates what a call costs, with all that it calls.
func (e *estimate) cost(of laneKernel) float64 {
	if n, ok := e.known[of]; ok {
		return n
	}
	p := &of.kernel.Program
	var n float64
	switch {
	case len(p.Code) == 0:
		return 0
	case of.lanes == 1:
		n = float64(len(p.Code))
	default:
		code := lower.Vectorise(p, min(of.lanes, vector.BlockLanes), e.options.computed(of.used, of.lanes))
		n = float64(len(code.Instrs))
	}
	if layout.BlocksOf(of.lanes) > 2 {
		n *= widestCost
	}
	for i := range p.Code {
		if p.Code[i].Op != word.Call {
			continue
		}
		c := &p.Calls[p.Code[i].K]
		if of.lanes == 1 {
			n += float64(c.Count) * e.cost(laneKernel{KernelOf(c), c.Lanes, c.Used})
			continue
		}
		for _, j := range of.kernel.Joins(c, of.lanes) {
			n += e.cost(laneKernel{KernelOf(c), j.Count * of.lanes, joinedLanes(of.used, of.lanes, j)})
		}
	}
	e.known[of] = n
	return n
}
