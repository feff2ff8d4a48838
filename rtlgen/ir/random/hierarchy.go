package random

import (
	"fmt"
	"math/rand/v2"

	"culprit.example/culprit/rtlgen/ir"
)

// child is a module to instantiate, once or as an array.
type child struct {
	of    *ir.Module
	count int
	array bool
}

// hierarchy is a design being made, children first.
type hierarchy struct {
	*rand.Rand
	net     *Netlist
	modules []*ir.Module
	copies  map[*ir.Module]int // of all modules in one copy of a module, itself included
}

// manyCopies are sizes of large arrays: whole groups of 8 and 16, groups with a
// rest, several groups, and many.
var manyCopies = []int{8, 16, 17, 24, 35, 48, 65, 130}

// maxCopies bounds the copies of all modules in a design.
const maxCopies = 200

// newHierarchy makes a few levels. Every level but the lowest instantiates lower
// ones; in an eighth of the designs one of them has large arrays, which cost most.
func newHierarchy(r *rand.Rand, net *Netlist) *ir.Design {
	h := &hierarchy{Rand: r, net: net, copies: map[*ir.Module]int{}}
	switch k := r.IntN(60); {
	case k < 8:
		h.wide()
	case k < 10:
		h.high()
	case k < 11:
		h.plain(full)
	case k < 30:
		h.plain(small)
	default:
		h.plain(tiny)
	}
	return &ir.Design{Top: h.modules[len(h.modules)-1], Modules: h.modules}
}

// plain makes levels of which each has an instance or a small array of all the
// lower ones.
func (h *hierarchy) plain(z size) {
	levels := []int{1, 1, 1, 2, 2, 3}[h.IntN(6)]
	for range levels {
		var list []child
		for _, m := range h.modules {
			list = append(list, h.few(m))
		}
		h.level(z, list, levels == 1)
	}
}

// high makes many levels, each with one or two copies of the one below.
func (h *hierarchy) high() {
	levels := 7 + h.IntN(7)
	for range levels {
		var list []child
		if n := len(h.modules); n > 0 {
			last := h.modules[n-1]
			list = append(list, child{last, 1, false})
			if h.copies[last] <= maxCopies/8 && h.IntN(4) == 0 {
				list[0] = child{last, 2, true}
			}
		}
		h.level(tiny, list, false)
	}
}

// few is an instance or a small array.
func (h *hierarchy) few(m *ir.Module) child {
	if h.IntN(3) == 0 {
		return child{m, 1, false}
	}
	return child{m, 1 + h.IntN(4), true}
}

// wide makes tiny modules, a module with large arrays of them, and perhaps
// modules that have this one in turn.
func (h *hierarchy) wide() {
	h.level(tiny, nil, false)
	for range h.IntN(3) { // what is in the copies: single instances, arrays, both
		var list []child
		for _, m := range h.modules {
			switch k := h.IntN(9); {
			case k == 0 && h.copies[m] == 1:
				list = append(list, child{m, manyCopies[0], true})
			case k < 7:
				list = append(list, h.few(m))
			}
		}
		h.level(tiny, list, false)
	}
	h.level(size(h.IntN(2)), h.arrays(), false)
	for range h.IntN(3) {
		last := h.modules[len(h.modules)-1]
		list := []child{{last, 1, false}}
		if h.copies[last] <= maxCopies/4 && h.IntN(2) == 0 {
			list = append(list, child{last, 1 + h.IntN(3), true})
		}
		if m := h.modules[0]; h.IntN(2) == 0 {
			list = append(list, h.few(m))
		}
		h.level(tiny, list, false)
	}
}

// arrays is one or two large arrays, often of the same size, with a few small
// instances beside.
func (h *hierarchy) arrays() []child {
	left := maxCopies
	var list []child
	large := func(m *ir.Module, n int) {
		list = append(list, child{m, n, true})
		left -= n * h.copies[m]
	}
	// pick is a number of copies of m that there is room for, 0 if there is none.
	pick := func(m *ir.Module) int {
		fits := 0
		for _, n := range manyCopies {
			if n*h.copies[m] <= left {
				fits++
			}
		}
		if fits == 0 {
			return 0
		}
		return manyCopies[h.IntN(fits)]
	}
	top := h.modules[len(h.modules)-1]
	n := max(pick(top), manyCopies[0])
	large(top, n)
	if m := h.modules[h.IntN(len(h.modules))]; h.IntN(2) == 0 {
		if h.IntN(2) == 0 || n*h.copies[m] > left {
			n = pick(m)
		}
		if n > 0 {
			large(m, n)
		}
	}
	for _, m := range h.modules {
		if h.IntN(3) == 0 && 4*h.copies[m] <= left {
			list = append(list, h.few(m))
			left -= 4 * h.copies[m]
		}
	}
	return list
}

// level makes the next module. alone says that it is the only one of the design.
func (h *hierarchy) level(z size, children []child, alone bool) {
	m := &ir.Module{Name: fmt.Sprintf("level_%d", len(h.modules))}
	g := &circuit{Rand: h.Rand, net: h.net, m: m, size: z}
	f := registers
	if len(children) == 0 && h.IntN(8) == 0 {
		f = combinational
		if !alone && h.IntN(2) == 0 {
			f = pipeline
		}
	}
	g.build(children, f)
	if g.oneIn(4) {
		g.blackBox()
	}
	h.modules = append(h.modules, m)
	h.copies[m] = 1
	for _, k := range children {
		h.copies[m] += k.count * h.copies[k.of]
	}
}
