package compiled

import (
	"culprit/cyclesim/internal/lower"
	"culprit/cyclesim/internal/vector"
	"culprit/cyclesim/internal/word"
)

// backend writes kernels and the functions around them as code of some kind.
type backend interface {
	// scalar writes a kernel for one instance.
	scalar(k *kernel, p *word.Program)
	// vector writes a kernel for a group of so many lanes. The vector program is that of a
	// block.
	vector(k *kernel, p *word.Program, code *vector.Code, lanes int)
	// steps writes the functions of the simulation, for a top frame at that address.
	steps(top *module, frame uint32)
}

// kernelKey is a kernel for a number of lanes.
type kernelKey struct {
	kernel *kernel
	lanes  int
}

// kernelOf is what a call runs.
func kernelOf(c *word.Callee) *kernel { return c.Kernel.(*kernel) }

// generator brings programs into their final order and has the back end write them.
type generator struct {
	out     backend
	options *options
	done    map[kernelKey]bool
}

// kernel compiles k for the given lane count, once, after everything that it calls.
func (g *generator) kernel(k *kernel, lanes int) {
	p := &k.program
	if len(p.Code) == 0 || g.done[kernelKey{k, lanes}] {
		return
	}
	g.done[kernelKey{k, lanes}] = true
	for i := range p.Code {
		if in := &p.Code[i]; in.Op == word.Call {
			c := &p.Calls[in.K]
			g.kernel(kernelOf(c), c.Lanes*lanes)
		}
	}
	order := *p
	if k.thread == 0 { // otherwise another thread may still need the old state
		order.Optimise(word.LatePasses(g.options.leastGuarded, lanes > 1), g.options.behind(k, lanes))
	}
	if lanes == 1 {
		g.out.scalar(k, &order)
		g.showCode(k, lanes)
		return
	}
	code := lower.Vectorise(&order, min(lanes, vector.BlockLanes))
	if g.options.check {
		if err := code.Verify(); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	g.options.show(k, lanes, vectorStep, code.String)
	g.out.vector(k, &order, code, lanes)
	g.showCode(k, lanes)
}
