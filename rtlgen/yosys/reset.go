package yosys

import (
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Reset names the input of the top module that resets the design, and becomes its implicit reset: a register
// that has a constant value while it is active has that as its reset value. The zero Reset is none: the
// Verilog's first values are what the reset of the design gives, and all inputs stay.
type Reset struct {
	Input string
	Low   bool // it is active when it is 0
}

// parentsFirst are the modules from the top down.
func (r *reader) parentsFirst() []string {
	var list []string
	seen := map[string]bool{}
	var add func(name string)
	add = func(name string) { // children before parents
		if seen[name] || r.Modules[name] == nil {
			return
		}
		seen[name] = true
		m := r.Modules[name]
		for _, c := range m.cells {
			add(c.Type)
		}
		list = append(list, name)
	}
	add(r.top)
	slices.Reverse(list)
	return list
}

// isReset reports whether a bit is the reset of the module.
func (b *builder) isReset(x bit) bool {
	p := b.from.Ports[b.resets[b.name]]
	return p != nil && len(p.Bits) == 1 && p.Bits[0] == x
}

// withoutReset gives all that the module assigns the value that it has while the reset is not active, and the
// registers the values that they have while it is.
func (b *builder) withoutReset() {
	inReset, otherwise := map[*ir.Signal]*big.Int{}, map[*ir.Signal]*big.Int{}
	for name, bits := range b.during[b.name] {
		if s := b.ports[name]; s != nil {
			inReset[s] = binaryNumber(bits)
		}
	}
	if s := b.resetSignal; s != nil {
		on, off := big.NewInt(1), new(big.Int)
		if b.lows[b.name] {
			on, off = off, on
		}
		inReset[s], otherwise[s] = on, off
	}
	if len(inReset) == 0 {
		return
	}
	wires := map[*ir.Signal]*ir.Node{}
	for _, x := range b.m.Body {
		if a, ok := x.(*ir.Assign); ok && a.Sig.Kind == ir.Wire {
			wires[a.Sig] = a.Value
		}
	}
	active, not := newAssumption(inReset, wires), newAssumption(otherwise, wires)
	b.arrays(active, not)
	for _, x := range b.m.Body {
		a, ok := x.(*ir.Assign)
		if !ok {
			continue // of an array, made without the reset
		}
		if a.Sig.Kind == ir.Reg {
			v := active.of(a.Value)
			if v.Op == ir.OpConst {
				a.Sig.Reset, a.Sig.NoReset = v.Const, false
			} else if resetToValue(a.Value, v, a.Sig, active, not) {
				b.refuse(a.Pos, "register %s takes a value in reset that is no constant: leave the reset %s an input, or set the register in reset "+
					"to a number", a.Sig.Name, b.reset.Input)
			}
		}
		a.Value = not.of(a.Value)
	}
	for _, mem := range b.m.Memories {
		for _, w := range mem.Writes {
			w.Enable, w.Addr, w.Data = not.of(w.Enable), not.of(w.Addr), not.of(w.Data)
		}
		for _, r := range mem.Reads {
			if r.Addr = not.of(r.Addr); r.Enable != nil {
				r.Enable = not.of(r.Enable)
			}
		}
	}
	for _, in := range b.m.Instances {
		for i := range in.Conns {
			in.Conns[i].Value = not.of(in.Conns[i].Value)
		}
	}
}

// resetToValue reports whether the reset selects the next value of a register, which is then neither a
// constant nor what the register holds.
func resetToValue(next, inReset *ir.Node, s *ir.Signal, active, not *assumption) bool {
	if next.Op != ir.OpMux || inReset.Op == ir.OpSignal && inReset.Sig == s {
		return false
	}
	by := next.Args[0]
	return by.Op != ir.OpConst && active.of(by).Op == ir.OpConst && not.of(by).Op == ir.OpConst
}

// assumption evaluates expressions as far as the values of some signals decide them.
type assumption struct {
	values map[*ir.Signal]*big.Int
	wires  map[*ir.Signal]*ir.Node // what they are assigned
	known  map[*ir.Node]*ir.Node
}

func newAssumption(values map[*ir.Signal]*big.Int, wires map[*ir.Signal]*ir.Node) *assumption {
	return &assumption{values, wires, map[*ir.Node]*ir.Node{}}
}

func (a *assumption) of(n *ir.Node) *ir.Node {
	if r := a.known[n]; r != nil {
		return r
	}
	r := a.evaluate(n)
	a.known[n] = r
	return r
}

func (a *assumption) evaluate(n *ir.Node) *ir.Node {
	if v := a.values[n.Sig]; n.Op == ir.OpSignal && v != nil {
		return constant(v, n.Width)
	}
	if n.Op == ir.OpSignal && a.wires[n.Sig] != nil {
		a.known[n] = n // should it depend on itself, which is refused later
		if v := a.of(a.wires[n.Sig]); v.Op == ir.OpConst {
			return v
		}
		return n
	}
	if n.Op.IsLeaf() && len(n.Args) == 0 {
		return n
	}
	args, same, values := make([]*ir.Node, len(n.Args)), true, []*big.Int(nil)
	for i, x := range n.Args {
		args[i] = a.of(x)
		same = same && args[i] == x
		if args[i].Op == ir.OpConst {
			values = append(values, args[i].Const)
		}
	}
	switch {
	case n.Op == ir.OpMux && args[0].Op == ir.OpConst:
		return args[2-int(args[0].Const.Int64())]
	case n.Op == ir.OpMux && equalConstants(args[1], args[2]):
		return args[1]
	case !n.Op.IsLeaf() && len(values) == len(args):
		return constant(n.Apply(values), n.Width)
	case n.Op == ir.OpRedOr && anyPart(args[0], func(v *big.Int, _ int) bool { return v.Sign() != 0 }):
		return constant(big.NewInt(1), 1)
	case n.Op == ir.OpRedAnd && anyPart(args[0], func(v *big.Int, w int) bool { return v.Cmp(ir.Ones(w)) != 0 }):
		return constant(new(big.Int), 1)
	case n.Op == ir.OpSlice && args[0].Op == ir.OpConcat:
		return slice(args[0], n.Lo, n.Width)
	case n.Op == ir.OpAnd || n.Op == ir.OpOr:
		if r := absorbed(n, args); r != nil {
			return r
		}
	}
	if same {
		return n
	}
	c := *n
	c.Args = args
	return &c
}

// anyPart reports whether a constant among the parts of a concatenation is such.
func anyPart(n *ir.Node, such func(v *big.Int, w int) bool) bool {
	if n.Op != ir.OpConcat {
		return false
	}
	for _, a := range n.Args {
		if a.Op == ir.OpConst && such(a.Const, a.Width) {
			return true
		}
	}
	return false
}

func equalConstants(a, b *ir.Node) bool {
	return a.Op == ir.OpConst && b.Op == ir.OpConst && a.Const.Cmp(b.Const) == 0
}

// absorbed is x and 0, x or ones, x and ones, x or 0, if the operation is one of these.
func absorbed(n *ir.Node, args []*ir.Node) *ir.Node {
	neutral := ir.Ones(n.Width)
	if n.Op == ir.OpOr {
		neutral = new(big.Int)
	}
	for i, x := range args {
		if x.Op != ir.OpConst {
			continue
		}
		if x.Const.Cmp(neutral) == 0 {
			return args[1-i]
		}
		if new(big.Int).Xor(x.Const, neutral).Cmp(ir.Ones(n.Width)) == 0 {
			return x
		}
	}
	return nil
}
