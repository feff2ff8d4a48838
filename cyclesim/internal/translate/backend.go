package translate

import (
	"culprit.example/culprit/cyclesim/internal/lower"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Backend writes kernels and the functions around them as code of some kind.
type Backend interface {
	// Scalar writes a kernel for one instance.
	Scalar(k *Kernel, p *word.Program)
	// Vector writes a kernel for a group of the given number of lanes. The vector program is that of a
	// block.
	Vector(k *Kernel, p *word.Program, code *vector.Code, lanes int)
	// Steps writes the functions of the simulation, for a top frame at that address.
	Steps(top *Module, frame uint32)
}

// KernelKey is a kernel for a number of lanes.
type KernelKey struct {
	kernel *Kernel
	Lanes  int
}

// For is the kernel for a number of lanes.
func (k *Kernel) For(lanes int) KernelKey { return KernelKey{k, lanes} }

// KernelOf is what a call runs.
func KernelOf(c *word.Callee) *Kernel { return c.Kernel.(*Kernel) }

// generator brings programs into their final order and has the back end write them.
type generator struct {
	out     Backend
	options *Options
	rest    bool // groups may rest
	done    map[KernelKey]bool
}

// kernel compiles k for the given lane count, once, after everything that it calls.
func (g *generator) kernel(k *Kernel, lanes int) {
	p := &k.Program
	if len(p.Code) == 0 || g.done[k.For(lanes)] {
		return
	}
	g.done[k.For(lanes)] = true
	for i := range p.Code {
		if in := &p.Code[i]; in.Op == word.Call {
			c := &p.Calls[in.K]
			if lanes == 1 {
				g.kernel(KernelOf(c), c.Lanes)
				continue
			}
			for _, j := range k.Joins(c, lanes) {
				g.kernel(KernelOf(c), j.Count*lanes)
			}
		}
	}
	order := *p
	if g.rest && lanes > 1 {
		order = k.marked()
		g.options.Show(k, lanes, openStep.Name, order.String)
	}
	if k.Thread == 0 { // otherwise another thread may still need the old state
		passes := g.options.passesFor(word.LatePasses(g.options.LeastGuarded, lanes > 1), lanes > 1)
		order.Optimise(passes, g.options.behind(k, lanes))
	}
	if lanes == 1 {
		g.out.Scalar(k, &order)
		g.showCode(k, lanes)
		return
	}
	code := lower.Vectorise(&order, min(lanes, vector.BlockLanes), g.options.computed(k.Used(lanes), lanes))
	if g.options.Check {
		if err := code.Verify(); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	g.options.Show(k, lanes, vectorStep.Name, code.String)
	g.out.Vector(k, &order, code, lanes)
	g.showCode(k, lanes)
}

// fewestLanes is the least number of lanes of a block for which code is made.
const fewestLanes = 4

// computed is how many lanes of each block are computed: the first ones, with all that have a copy.
func (o *Options) computed(used uint64, lanes int) int {
	n := min(lanes, vector.BlockLanes)
	if !o.FewLanes {
		return n
	}
	any := uint64(0)
	for ; used != 0; used >>= vector.BlockLanes {
		any |= used & (1<<vector.BlockLanes - 1)
	}
	for n > fewestLanes && any>>(n/2) == 0 {
		n /= 2
	}
	return n
}
