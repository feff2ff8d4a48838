package compiled

import "culprit/cyclesim/internal/vector"

// backend writes kernels and the functions around them as code of some kind.
type backend interface {
	// scalar writes a kernel for one instance.
	scalar(k *kernel, p *program)
	// vector writes a kernel for a group of so many lanes. The vector program is that of a
	// block.
	vector(k *kernel, p *program, code *vector.Code, lanes int)
	// steps writes the functions of the simulation, for a top frame at that address.
	steps(top *module, frame uint32)
}

// kernelKey is a kernel for a number of lanes.
type kernelKey struct {
	kernel *kernel
	lanes  int
}

// generator brings programs into their final order and has the back end write them.
type generator struct {
	out backend
	// guards tells whether code is skipped while its results cannot be observed.
	guards bool
	done   map[kernelKey]bool
}

// kernel compiles k for the given lane count, once, after everything that it calls.
func (g *generator) kernel(k *kernel, lanes int) {
	p := &k.program
	if len(p.code) == 0 || g.done[kernelKey{k, lanes}] {
		return
	}
	g.done[kernelKey{k, lanes}] = true
	for i := range p.code {
		if in := &p.code[i]; in.op == opCall {
			c := p.calls[in.k]
			g.kernel(c.kernel, c.lanes*lanes)
		}
	}
	order := *p
	if lanes > 1 && g.guards {
		guard(&order)
	}
	hoistCommits(&order)
	if checkPrograms {
		order.verify()
	}
	if lanes == 1 {
		g.out.scalar(k, &order)
		return
	}
	code := vectorise(&order, min(lanes, blockLanes))
	if checkPrograms {
		if err := code.Verify(); err != nil {
			panic("BUG: " + err.Error())
		}
	}
	g.out.vector(k, &order, code, lanes)
}
