package random

import (
	"fmt"
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// lanes is a packed vector of n lanes of w bits.
type lanes struct {
	value *ir.Node
	n, w  int
}

// instances puts the children in. Their inputs are driven in a random order, and
// an output can be read as soon as all inputs are driven that it depends on: so
// there are paths out of an array, through other logic, and back into it, but no
// loops.
func (c *circuit) instances(children []child) {
	type input struct {
		in *wiring
		i  int
	}
	var inputs []input
	var list []*wiring
	for k, kid := range children {
		in := &ir.Instance{Name: fmt.Sprintf("u%d", k), Of: kid.of, Count: kid.count, Array: kid.array}
		in.Conns = make([]ir.Conn, len(kid.of.Inputs()))
		c.m.Instances = append(c.m.Instances, in)
		w := &wiring{inst: in, through: analysis.FeedThrough(kid.of), driven: map[*ir.Signal]bool{},
			shown: map[*ir.Signal]bool{}}
		list = append(list, w)
		for i := range in.Conns {
			inputs = append(inputs, input{w, i})
		}
	}
	for _, w := range list {
		c.show(w)
	}
	if c.IntN(2) == 0 { // else one instance after the other
		c.Shuffle(len(inputs), func(i, j int) { inputs[i], inputs[j] = inputs[j], inputs[i] })
	}
	for _, x := range inputs {
		c.drive(x.in.inst, x.i)
		x.in.driven[x.in.inst.Of.Inputs()[x.i]] = true
		c.show(x.in)
	}
	for _, w := range list {
		c.fold(w.inst)
	}
}

// wiring is an instance whose inputs are being driven.
type wiring struct {
	inst          *ir.Instance
	through       map[*ir.Signal]map[*ir.Signal]bool
	driven, shown map[*ir.Signal]bool
}

// show makes those outputs readable that depend on driven inputs alone.
func (c *circuit) show(w *wiring) {
	for _, p := range w.inst.Of.Outputs() {
		ready := !w.shown[p]
		for q := range w.through[p] {
			ready = ready && w.driven[q]
		}
		if !ready {
			continue
		}
		w.shown[p] = true
		value := c.settled(w.inst, p)
		c.leaves = append(c.leaves, value)
		if w.inst.Count > 1 {
			c.lanes = append(c.lanes, lanes{value, w.inst.Count, p.Width})
		}
	}
}

func output(in *ir.Instance, p *ir.Signal) *ir.Node {
	return &ir.Node{Op: ir.OpInstOut, Width: p.Width * in.Count, Inst: in, Port: p}
}

// settled is an output of an instance as something that is never arbitrary.
func (c *circuit) settled(in *ir.Instance, p *ir.Signal) *ir.Node {
	if !c.net.unsettled[p] {
		return output(in, p)
	}
	c.filling()
	return c.named(c.mask(output(in, p)))
}

// drive connects input i: all copies to the same value, or each copy to a lane.
func (c *circuit) drive(in *ir.Instance, i int) {
	p := in.Of.Inputs()[i]
	conn := &in.Conns[i]
	conn.Port = p
	switch {
	case in.Count == 1:
		conn.Broadcast = in.Array && c.IntN(2) == 0
		conn.Value = c.expr(p.Width, 3)
	case c.IntN(4) == 0:
		conn.Broadcast = true
		conn.Value = c.whole(p.Width)
		if len(c.lanes) > 0 && c.IntN(2) == 0 { // one copy's output goes to all
			v := c.lanes[c.IntN(len(c.lanes))]
			conn.Value = c.fit(c.lane(v, c.index(v.n)), p.Width)
		} else if p.Width > 1 && c.IntN(4) == 0 {
			low := 1 + c.IntN(p.Width-1)
			conn.Value = op(ir.OpConcat, p.Width, c.expr(p.Width-low, 2), c.expr(low, 2))
		}
		if (p.Width+in.Count)%16 == 7 { // a parameter that all copies have
			conn.Value = c.constant(p.Width, new(big.Int).And(big.NewInt(int64(in.Count)), ir.Ones(p.Width)))
		}
	default:
		conn.Value = c.vector(in.Count, p.Width)
		if (p.Width+in.Count)%16 == 9 { // parameters, or inputs that nobody needs
			conn.Value = c.folded(c.numbers(in.Count, p.Width))
		}
	}
}

// whole is a leaf of just that width, or an expression if there is none.
func (c *circuit) whole(w int) *ir.Node {
	var list []*ir.Node
	for _, n := range c.leaves {
		if n.Width == w && len(n.Args) == 0 {
			list = append(list, n)
		}
	}
	if len(list) == 0 || c.IntN(2) == 0 {
		return c.expr(w, 3)
	}
	return list[c.IntN(len(list))]
}

// lane is a lane chosen by an index below v.n.
func (c *circuit) lane(v lanes, index *ir.Node) *ir.Node {
	return op(ir.OpLane, v.w, c.named(v.value), index)
}

// vector is n lanes of w bits, made in one of the ways in which designs make
// them.
func (c *circuit) vector(n, w int) *ir.Node {
	if len(c.lanes) == 0 {
		c.lanes = append(c.lanes, lanes{c.numbers(n, w), n, w})
	}
	v := c.lanes[c.IntN(len(c.lanes))]
	if c.IntN(2) == 0 {
		v = c.lanes[len(c.lanes)-1] // so that long paths come about
	}
	for _, same := range c.lanes {
		if same.n == n && same.w == w && c.IntN(4) == 0 {
			return same.value
		}
	}
	var value *ir.Node
	switch c.IntN(9) {
	case 0:
		value = c.expr(n*w, 3)
	case 1, 2:
		value = c.moved(v, n, w)
	case 3:
		value = c.combined(n, w)
	case 4:
		value = c.looped(v, n, w)
	case 5:
		value = c.dealt(v, n, w)
	case 6:
		value = c.numbers(n, w)
	case 7:
		t := op(ir.OpTranspose, n*w, c.named(c.moved(v, n, w)))
		t.Rows = []int{n, w}[c.IntN(2)]
		value = t
	case 8:
		value = c.requests(n, w)
	}
	if c.IntN(3) == 0 { // for others to take lanes of
		value = c.named(value)
		c.lanes = append(c.lanes, lanes{value, n, w})
	}
	return value
}

// moved gives copy i the lane of copy i+k: the next one in a ring, or its own.
func (c *circuit) moved(v lanes, n, w int) *ir.Node {
	k := c.IntN(v.n)
	if c.IntN(3) == 0 {
		k = 0
	}
	if v.n == n && v.w == w && k == 0 {
		return v.value
	}
	from := c.named(v.value)
	parts := make([]*ir.Node, n) // lane 0 is the last argument
	for i := range n {
		parts[n-1-i] = c.fit(slice(from, (i+k)%v.n*v.w, v.w), w)
	}
	return op(ir.OpConcat, n*w, parts...)
}

// numbers gives every copy its number.
func (c *circuit) numbers(n, w int) *ir.Node {
	parts := make([]*ir.Node, n)
	for i := range n {
		parts[n-1-i] = c.constant(w, new(big.Int).And(big.NewInt(int64(i)), ir.Ones(w)))
	}
	return op(ir.OpConcat, n*w, parts...)
}

// folded is a concatenation of constants as one constant.
func (c *circuit) folded(n *ir.Node) *ir.Node {
	x := new(big.Int)
	for _, part := range n.Args {
		x.Or(x.Lsh(x, uint(part.Width)), part.Const)
	}
	return c.constant(n.Width, x)
}

// combined is one operation on whole vectors.
func (c *circuit) combined(n, w int) *ir.Node {
	some := func() *ir.Node {
		v := c.lanes[c.IntN(len(c.lanes))]
		if v.n*v.w == n*w {
			return v.value
		}
		return c.moved(v, n, w)
	}
	switch c.IntN(5) {
	case 0:
		return op(ir.OpMux, n*w, c.bit(2), some(), some())
	case 1:
		return op(pickOp(c, ir.OpRotL, ir.OpRotR, ir.OpShl, ir.OpShr), n*w, some(), c.expr(ir.IndexBits(n*w), 2))
	case 2:
		return op(ir.OpNot, n*w, some())
	}
	return op(pickOp(c, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub), n*w, some(), some())
}

// looped computes every lane from that of v in a loop.
func (c *circuit) looped(v lanes, n, w int) *ir.Node {
	s := c.laneWire(n * w)
	c.assign(s, c.expr(n*w, 2))
	from := c.named(v.value)
	l := &ir.Loop{Var: fmt.Sprintf("i%d", len(c.loops)), N: n}
	i := &ir.Node{Op: ir.OpLoopVar, Width: ir.IndexBits(n), Loop: l}
	c.loops = append(c.loops, i)
	at := i
	if v.n < n {
		at = c.indexOf(func(w int) *ir.Node { return c.fit(i, w) }, v.n)
	} else if at.Width < ir.IndexBits(v.n) {
		at = op(ir.OpZext, ir.IndexBits(v.n), i)
	}
	value := c.fitInLoop(op(ir.OpLane, v.w, from, at), w)
	value = op(pickOp(c, ir.OpXor, ir.OpAdd, ir.OpAnd), w, value, c.expr(w, 1))
	st := ir.Stmt(&ir.Assign{Sig: s, Index: i, Value: value})
	if c.IntN(2) == 0 {
		st = &ir.If{Cond: c.expr(1, 2), Then: []ir.Stmt{st}}
	}
	l.Body = []ir.Stmt{st}
	c.loops = c.loops[:len(c.loops)-1]
	c.m.Body = append(c.m.Body, l)
	return read(s)
}

// fitInLoop makes n w bits wide where it cannot have a name.
func (c *circuit) fitInLoop(n *ir.Node, w int) *ir.Node {
	if n.Width > w {
		return op(ir.OpXor, w, c.expr(w, 1), op(ir.OpReplicate, w, op(ir.OpRedXor, 1, n)))
	}
	if n.Width < w {
		return op(ir.OpZext, w, n)
	}
	return n
}

// dealt puts a value into the lane that an index chooses.
func (c *circuit) dealt(v lanes, n, w int) *ir.Node {
	s := c.laneWire(n * w)
	c.assign(s, c.moved(v, n, w))
	index := c.index(n)
	c.m.Body = append(c.m.Body, &ir.If{Cond: c.expr(1, 2), Then: []ir.Stmt{
		&ir.Assign{Sig: s, Index: index, Value: c.expr(w, 2)},
	}})
	return read(s)
}

// requests takes a bit of every lane and makes grants of them.
func (c *circuit) requests(n, w int) *ir.Node {
	v := c.lanes[c.IntN(len(c.lanes))]
	bit := c.IntN(v.w)
	from := c.named(v.value)
	parts := make([]*ir.Node, n)
	for i := range n {
		parts[n-1-i] = slice(from, i%v.n*v.w+bit, 1)
	}
	grants := op(ir.OpLowestOne, n, c.named(op(ir.OpConcat, n, parts...)))
	if w == 1 {
		return grants
	}
	named := c.named(grants)
	wide := make([]*ir.Node, n)
	for i := range n {
		wide[n-1-i] = c.fit(slice(named, i, 1), w)
	}
	return op(ir.OpConcat, n*w, wide...)
}

// laneWire is a wire for a vector that statements assign.
func (c *circuit) laneWire(width int) *ir.Signal {
	s := c.signal(ir.Wire, fmt.Sprintf("vector_%d", c.names), width)
	c.names++
	return s
}

// fold brings all bits of the outputs of a large array to one output, so that
// none is lost.
func (c *circuit) fold(in *ir.Instance) {
	if in.Count < manyCopies[0] {
		return
	}
	const width = 64
	var parts []*ir.Node
	for _, p := range slices.Backward(in.Of.Outputs()) {
		n := c.settled(in, p)
		for lo := 0; lo < n.Width; lo += width {
			parts = append(parts, c.spread(n, lo, min(width, n.Width-lo), width))
		}
	}
	if len(parts) == 0 {
		return // a module without outputs
	}
	sum := parts[0]
	for _, x := range parts[1:] {
		sum = op(ir.OpXor, width, sum, x)
	}
	c.assign(c.port(ir.Output, "fold_"+in.Name, width), sum)
}

func (c *circuit) spread(n *ir.Node, lo, w, width int) *ir.Node {
	if w < n.Width {
		n = slice(n, lo, w)
	}
	if w < width {
		n = op(ir.OpZext, width, n)
	}
	return n
}
