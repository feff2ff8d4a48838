package mutate

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// otherResets makes the mutants of reset values: directly, or what a selector needs.
func (c *copier) otherResets() {
	for i := range c.module.Signals {
		s := c.module.Signals[i]
		for _, k := range c.choices[s] {
			if c.selector == nil {
				x := c.signals[s]
				x.NoReset, x.Reset = k.edit.flip == nil, inverted(s.Reset, k.edit.flip)
				continue
			}
			c.selectReset(s, k, s.Width, func() any {
				x := *c.signals[s]
				x.Name, x.NoReset, x.Reset = freeName(c.module, s.Name+"_without_reset", 0), true, nil
				c.copy.Signals = append(c.copy.Signals, &x)
				return &x
			})
		}
	}
	for _, a := range c.module.Arrays {
		for _, k := range c.choices[a] {
			if c.selector == nil {
				x := c.arrays[a]
				x.NoReset, x.Reset = k.edit.flip == nil, nil
				for _, value := range a.Reset {
					if !x.NoReset {
						x.Reset = append(x.Reset, inverted(value, k.edit.flip))
					}
				}
				continue
			}
			c.selectReset(a, k, a.Width, func() any {
				x := *c.arrays[a]
				x.Name, x.NoReset, x.Reset = freeName(c.module, a.Name+"_without_reset", 0), true, nil
				c.copy.Arrays = append(c.copy.Arrays, &x)
				return &x
			})
		}
	}
}

func inverted(x, flip *big.Int) *big.Int {
	if flip == nil {
		return nil
	}
	return new(big.Int).Xor(x, flip)
}

// selectReset notes what a register needs so that a mutant of its reset can be selected.
func (c *copier) selectReset(target any, k choice, width int, second func() any) {
	if k.edit.flip == nil {
		c.unreset[target] = second()
		return
	}
	flips, ok := c.flips[target]
	if !ok {
		flips = zero(width, ir.Pos{})
	}
	c.flips[target] = &ir.Node{Op: ir.OpMux, Width: width,
		Args: []*ir.Node{c.selected(k.number), number(width, k.edit.flip, ir.Pos{}), flips}}
}

// lostReset reports in 1 bit whether the mutant without reset of a register is selected.
func (c *copier) lostReset(target any) *ir.Node {
	for _, k := range c.choices[target] {
		if k.edit.flip == nil {
			return c.selected(k.number)
		}
	}
	panic("BUG: a second register without a mutant")
}

// stored is the value of a register or of an element of an array, of which x reads what
// is held: of the second one if that is selected, with the bits inverted that are held so.
func (c *copier) stored(n, x *ir.Node) *ir.Node {
	var target any
	switch n.Op {
	case ir.OpSignal:
		target = n.Sig
	case ir.OpElem:
		target = n.Arr
	default:
		return x
	}
	result := x
	if second, ok := c.unreset[target]; ok {
		y := *x
		switch second := second.(type) {
		case *ir.Signal:
			y.Sig = second
		case *ir.Array:
			y.Arr = second
		}
		result = &ir.Node{Op: ir.OpMux, Width: x.Width, Args: []*ir.Node{c.lostReset(target), &y, x}, Pos: x.Pos}
	}
	if flips, ok := c.flips[target]; ok {
		result = binary(ir.OpXor, result, flips)
	}
	return result
}

// bothRegisters assigns what is held: to a register, and to its second one.
func (c *copier) bothRegisters(a *ir.Assign) []ir.Stmt {
	x := &ir.Assign{Lo: a.Lo, Value: c.slot(slot{a, value}), Pos: a.Pos}
	if a.Index != nil {
		x.Index = c.slot(slot{a, index})
	}
	var target any = a.Sig
	if a.Arr != nil {
		target, x.Arr = a.Arr, c.arrays[a.Arr]
	} else {
		x.Sig = c.signals[a.Sig]
	}
	if flips, ok := c.flips[target]; ok {
		x.Value = binary(ir.OpXor, x.Value, part(flips, x))
	}
	list := []ir.Stmt{x}
	if second, ok := c.unreset[target]; ok {
		y := *x
		switch second := second.(type) {
		case *ir.Signal:
			y.Sig = second
		case *ir.Array:
			y.Arr = second
		}
		list = append(list, &y)
	}
	return list
}

// part is what an assignment touches of a value of its register.
func part(n *ir.Node, a *ir.Assign) *ir.Node {
	switch {
	case a.Value.Width == n.Width:
		return n
	case a.Index != nil:
		return &ir.Node{Op: ir.OpLane, Width: a.Value.Width, Args: []*ir.Node{n, a.Index}, Pos: a.Pos}
	}
	return &ir.Node{Op: ir.OpSlice, Width: a.Value.Width, Lo: a.Lo, Args: []*ir.Node{n}, Pos: a.Pos}
}
