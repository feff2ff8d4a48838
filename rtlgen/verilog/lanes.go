package verilog

import (
	"fmt"
	"math/big"
	"sort"

	"culprit.example/culprit/rtlgen/ir"
)

// lanes is what the copies of an instance get on an input port, as an expression
// of the loop index: the same value for all, equally spaced parts of a named
// vector, or the number of the copy. ok is false if there is no such expression.
func (p *printer) lanes(in *ir.Instance, c ir.Conn) (e *expr, ok bool) {
	if !in.Array || c.Broadcast || in.Count == 1 {
		if c.Value.Op == ir.OpSar {
			return nil, false // Yosys up to 0.70 ends with an assertion of its own if a port gets a signed shift
		}
		return p.root(c.Value), true
	}
	width := c.Port.Width
	parts := make([]piece, in.Count)
	for i := range parts {
		if parts[i], ok = p.piece(c.Value, i*width, width); !ok {
			return nil, false
		}
	}
	if parts[0].isConst() {
		return p.constantLanes(parts, width)
	}
	stride := parts[1].lo - parts[0].lo
	for i, x := range parts {
		if !x.partOf(parts[0]) || x.lo != parts[0].lo+i*stride {
			return nil, false
		}
	}
	switch {
	case stride == 0:
		return p.pieceExpr(parts[0]), true
	case parts[0].name == "":
		return nil, false
	}
	return p.strided(parts[0].name, parts[0].lo, stride, width), true
}

// constantLanes is a constant for all copies, or the number of the copy.
func (p *printer) constantLanes(parts []piece, width int) (*expr, bool) {
	equal, counting := true, width <= 32
	for i, x := range parts {
		if !x.isConst() {
			return nil, false
		}
		equal = equal && x.value.Cmp(parts[0].value) == 0
		counting = counting && x.value.Cmp(big.NewInt(int64(i))) == 0
	}
	switch {
	case equal:
		return p.pieceExpr(parts[0]), true
	case counting:
		return p.loopVar(p.genvar, 0, width), true
	}
	return nil, false
}

// strided is width bits of a named vector: from lo up for copy 0, stride bits
// further up for each next copy.
func (p *printer) strided(name string, lo, stride, width int) *expr {
	at := p.genvar
	if stride != 1 && stride != -1 {
		at = fmt.Sprintf("%s*%d", p.genvar, max(stride, -stride))
	}
	switch {
	case stride < 0:
		at = fmt.Sprintf("%d - %s", lo, at)
	case lo > 0:
		at = fmt.Sprintf("%s + %d", at, lo)
	}
	if width == 1 {
		return atom(fmt.Sprintf("%s[%s]", name, at))
	}
	return atom(fmt.Sprintf("%s[%s +: %d]", name, at, width))
}

// piece is bits of a value: a constant, bits of a named vector from lo up, or a
// whole expression.
type piece struct {
	value *big.Int // the constant
	name  string
	total int // width of what has the name
	node  *ir.Node
	lo    int
	width int
}

func (x piece) isConst() bool { return x.value != nil }
func (x piece) isZero() bool  { return x.isConst() && x.value.Sign() == 0 }

// constantPart is width bits of a constant from lo up.
func (x piece) constantPart(lo, width int) piece {
	v := new(big.Int).Rsh(x.value, uint(lo))
	mask := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return piece{value: v.Mod(v, mask), width: width}
}

// partOf reports whether both are bits of the same vector.
func (x piece) partOf(y piece) bool {
	if x.isConst() || y.isConst() || x.name != y.name {
		return false
	}
	return x.name != "" || x.node == y.node
}

func (p *printer) pieceExpr(x piece) *expr {
	switch {
	case x.isConst():
		return atom(constant(x.value, x.width))
	case x.name != "":
		return atom(bitsOf(x.name, x.total, x.lo, x.width))
	}
	return p.root(x.node)
}

// piece is width bits of n from lo up, if they are one piece.
func (p *printer) piece(n *ir.Node, lo, width int) (piece, bool) {
	list, ok := p.pieces(n, lo, width)
	if !ok || len(list) != 1 {
		return piece{}, false
	}
	return list[0], true
}

// pieces are width bits of n from lo up, most significant piece first, adjacent
// ones merged. ok is false if they cannot be written without a name for n.
func (p *printer) pieces(n *ir.Node, lo, width int) (list []piece, ok bool) {
	switch n.Op {
	case ir.OpConst:
		return []piece{piece{value: n.Const}.constantPart(lo, width)}, true
	case ir.OpSlice:
		return p.pieces(n.Args[0], n.Lo+lo, width)
	case ir.OpReplicate:
		k := n.Args[0].Width
		return p.piecesOf((lo+width-1)/k, lo/k, lo, width, func(i int) (*ir.Node, int) { return n.Args[0], i * k })
	case ir.OpConcat:
		top, _ := p.argumentAt(n, lo+width-1)
		bottom, _ := p.argumentAt(n, lo)
		return p.piecesOf(-top, -bottom, lo, width, func(i int) (*ir.Node, int) { return n.Args[-i], p.offsetsOf(n)[-i] })
	}
	if name, named := p.name(n); named {
		return []piece{{name: name.flat(), total: n.Width, lo: lo, width: width}}, true
	}
	if lo == 0 && width == n.Width {
		return []piece{{node: n, width: width}}, true
	}
	return nil, false
}

// piecesOf are width bits from lo up of values side by side, numbered from bottom to
// top; part is a value and its lowest bit.
func (p *printer) piecesOf(top, bottom, lo, width int, part func(i int) (*ir.Node, int)) (list []piece, ok bool) {
	for i := top; i >= bottom; i-- {
		a, low := part(i)
		from, to := max(lo, low), min(lo+width, low+a.Width)
		more, ok := p.pieces(a, from-low, to-from)
		if !ok {
			return nil, false
		}
		list = appendPieces(list, more...)
	}
	return list, true
}

// offsetsOf are the lowest bits of the arguments of a concatenation.
func (p *printer) offsetsOf(n *ir.Node) []int {
	low := p.offsets[n]
	if low == nil {
		low = make([]int, len(n.Args))
		at := n.Width
		for i, a := range n.Args {
			at -= a.Width
			low[i] = at
		}
		p.offsets[n] = low
	}
	return low
}

// argumentAt is the argument of a concatenation that has a bit, and its lowest bit.
func (p *printer) argumentAt(n *ir.Node, bit int) (i, low int) {
	offsets := p.offsetsOf(n)
	i = sort.Search(len(offsets), func(i int) bool { return offsets[i] <= bit })
	return i, offsets[i]
}

// appendPieces appends less significant pieces; each is merged with the one
// before it if it continues it.
func appendPieces(list []piece, more ...piece) []piece {
	for _, x := range more {
		k := len(list) - 1
		switch {
		case k < 0:
		case x.name != "" && list[k].partOf(x) && list[k].lo == x.lo+x.width:
			list[k].lo, list[k].width = x.lo, list[k].width+x.width
			continue
		case x.isZero() && list[k].isZero():
			list[k].width += x.width
			continue
		}
		list = append(list, x)
	}
	return list
}

// sideBySide concatenates the lanes of all copies. A constant other than 0 is
// written lane by lane. If the value needs several lines and a lane has several
// pieces, each lane begins a line.
func (p *printer) sideBySide(n *ir.Node, lane int) *expr {
	list, ok := p.pieces(n, 0, n.Width)
	if !ok || n.Op != ir.OpConcat && n.Op != ir.OpConst {
		return p.root(n)
	}
	all := concat()
	severalPerLane := len(list) > n.Width/lane
	add := func(x piece, top int) {
		e := p.pieceExpr(x)
		e.newLine = severalPerLane && top%lane == 0
		all.args = append(all.args, e)
	}
	top := n.Width
	for _, x := range list {
		if x.isConst() && !x.isZero() && x.width%lane == 0 {
			for lo := x.width - lane; lo >= 0; lo -= lane {
				add(x.constantPart(lo, lane), top)
				top -= lane
			}
			continue
		}
		add(x, top)
		top -= x.width
	}
	return all
}

// joinSlices merges adjacent slices of one signal.
func (p *printer) joinSlices(args []*ir.Node) []*ir.Node {
	var joined []*ir.Node
	var last *ir.Node // joined's last one, if it is a slice or a whole
	for _, a := range args {
		if last != nil {
			of, lo := sliced(last)
			more, low := sliced(a)
			if name, ok := p.leafName(more); ok && lo == low+a.Width {
				if other, _ := p.leafName(of); other == name {
					last = &ir.Node{Op: ir.OpSlice, Width: last.Width + a.Width, Lo: low, Args: []*ir.Node{of}, Pos: last.Pos}
					joined[len(joined)-1] = last
					continue
				}
			}
		}
		last = a
		joined = append(joined, a)
	}
	return joined
}

// sliced is what n is a slice of, and from which bit up.
func sliced(n *ir.Node) (of *ir.Node, lo int) {
	if n.Op == ir.OpSlice {
		return n.Args[0], n.Lo
	}
	return n, 0
}
