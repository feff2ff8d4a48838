package rtlgen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// lanePlace stands in Port.Name for the number of a split lane.
const lanePlace = "#"

// base is the name of all split lanes together.
func (p Port) base() string { return strings.ReplaceAll(p.Name, lanePlace, "") }

// numbered is the name of a field, with the place of a number if its lanes are split.
func (p Port) numbered(name string, outer Port) string {
	if p.Split > outer.Split {
		return name + lanePlace
	}
	return name
}

// namesOf are the names of the ports that a Port with the given number of lanes stands for, the lowest
// lane first: one name if none is split.
func (p Port) namesOf(lanes []int) []string {
	names := []string{p.Name}
	for _, n := range lanes[:p.Split] {
		var next []string
		for _, name := range names {
			for i := range n {
				next = append(next, strings.Replace(name, lanePlace, strconv.Itoa(i), 1))
			}
		}
		names = next
	}
	return names
}

// lanePiece is the port of a split lane.
type lanePiece struct {
	of   int // of the list
	lane int // outermost
	at   int // of the port's pieces
	name string
	into **ir.Signal
}

// split declares the ports of the split lanes at the beginning of a list, those that stand in
// one field, or finds those of the instance: all ports of lane 0, then those of lane 1.
func (d *declarer) split(list []Port, ends []end) {
	var pieces []lanePiece
	for i, p := range list {
		if !sameSplit(p, list[0]) {
			break
		}
		if ends[i].absent != "" {
			continue
		}
		d.bound(p, ends[i].lanes)
		names := p.namesOf(ends[i].lanes)
		ends[i].pieces = make([]*ir.Signal, len(names))
		for k, name := range names {
			pieces = append(pieces, lanePiece{i, k * ends[i].lanes[0] / len(names), k, name, &ends[i].pieces[k]})
		}
	}
	slices.SortStableFunc(pieces, func(a, b lanePiece) int { return cmp.Compare(a.lane, b.lane) })
	for _, x := range pieces {
		p, e := list[x.of], ends[x.of]
		if d.in != nil {
			*x.into = d.in.port(x.name, e.kind)
			continue
		}
		width := e.width
		for _, n := range e.lanes[p.Split:] {
			width *= n
		}
		*x.into = d.declarePort(p, x.name, width, p.member(e.lanes, x.at))
	}
}

// sameSplit reports whether the lanes of both ports are split, by the tag of the same field.
func sameSplit(p, q Port) bool {
	return p.Split > 0 && q.Split > 0 && slices.Equal(p.index[:p.splitDepth], q.index[:q.splitDepth])
}

// maxSplit bounds the ports that one field stands for.
const maxSplit = 1024

// bound refuses too many split lanes, or none, and makes one of them.
func (d *declarer) bound(p Port, lanes []int) {
	n := 1
	for _, x := range lanes[:p.Split] {
		n = min(max(n*x, 0), maxSplit+1)
	}
	if n >= 1 && n <= maxSplit {
		return
	}
	if d.in == nil {
		d.m.report(CodeSize, nil, "port %s is split into %s lanes: these must be 1 to %d", p.Name, strings.Join(p.Lanes[:p.Split], " * "), maxSplit)
	}
	for i := range lanes {
		lanes[i] = 1
	}
}

// bundle is the signal within a module that has all split lanes of a port side by side.
func (m *Module) bundle(e end) *ir.Signal {
	w := m.Wire(e.name, e.width)
	if e.kind == ir.Input {
		w.Set(e.joined(m.read))
		return w.sig
	}
	at := 0
	for _, s := range e.pieces {
		v := variable{m.read(s), s}
		if w.Value.bad() || s.Width == unsized {
			v.Set(m.poison(1))
			continue
		}
		v.Set(w.Value.slice(at, s.Width))
		at += s.Width
	}
	return w.sig
}

// joined puts the values of the pieces side by side.
func (e end) joined(read func(*ir.Signal) Value) Value {
	var lanes []Value
	for _, s := range e.pieces {
		lanes = append(lanes, read(s))
	}
	return LanesOf(lanes)
}

// pieceWidth is the width of a copy's split lanes together.
func (e end) pieceWidth() int {
	width := 0
	for _, s := range e.pieces {
		width += s.Width
	}
	return width
}

// readPieces is the value of an instance's output whose lanes are split.
func (e end) readPieces() Value {
	var copies []Value
	for c := range e.in.ir.Count {
		copies = append(copies, e.joined(func(s *ir.Signal) Value {
			v := e.m.node(ir.OpInstOut, s.Width*e.in.ir.Count)
			v.n.Inst, v.n.Port = e.in.ir, s
			return v.slice(c*s.Width, s.Width)
		}))
	}
	return LanesOf(copies)
}

// drivePieces connects those bits of an instance's input whose lanes are split that the end
// stands for.
func (e end) drivePieces(x Operand) {
	if e.in.ir.Count == unsized || e.sig.Width == unsized {
		for _, s := range e.pieces {
			e.in.connect(s, 0, 0, s.Width, false)
		}
		return
	}
	v := e.m.fits(e.m.operand(x, e.width), e.in.ir.Name+"."+e.name, e.width, e.sig.Pos)
	at := 0
	for c := range e.in.ir.Count {
		for _, s := range e.pieces {
			if lo, hi := max(at, e.lo), min(at+s.Width, e.lo+e.width); lo < hi {
				e.in.connect(s, e.cut(v, lo-e.lo, hi-lo), c*s.Width+lo-at, hi-lo, false)
			}
			at += s.Width
		}
	}
}

// broadcastPieces gives all copies one value.
func (e end) broadcastPieces(x Operand) {
	v := e.m.fits(e.m.operand(x, e.pieceWidth()), e.in.ir.Name+"."+e.name, e.pieceWidth(), e.sig.Pos)
	at := 0
	for _, s := range e.pieces {
		e.in.connect(s, e.cut(v, at, s.Width), 0, s.Width, true)
		at += s.Width
	}
}

func (e end) cut(v Value, lo, w int) Value {
	if v.bad() {
		return e.m.poison(w, v)
	}
	return v.slice(lo, w)
}
