package translate

import "culprit.example/culprit/rtlgen/ir"

// lines numbers positions in the Go code, from 1 on.
type lines struct {
	list   []ir.Pos
	number map[ir.Pos]int32
}

func (l *lines) of(p ir.Pos) int32 {
	n, ok := l.number[p]
	if !ok {
		l.list = append(l.list, p)
		n = int32(len(l.list))
		l.number[p] = n
	}
	return n
}

// Line is the position of a number; "" if it is not known.
func (d *Design) Line(n int32) string {
	if n < 1 || int(n) > len(d.lines.list) {
		return ""
	}
	return d.lines.list[n-1].String()
}

// backTo has what at has returned cause the instructions that follow.
func (k *lowering) backTo(before int32) { k.P.Line = before }

// at has a position be what causes the instructions that follow, if it is known and somebody wants to see
// it. It returns what was so before, to which the caller goes back.
func (k *lowering) at(p ir.Pos) (before int32) {
	before = k.P.Line
	if k.options.Trace != nil && p.File != "" {
		k.P.Line = k.lines.of(p)
	}
	return before
}
