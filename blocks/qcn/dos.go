package qcn

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// DOS finds the longest virtual output queue (UQ section 4): a tree of comparators
// of neighbours with registers behind each of its levels.
func DOS(p MarkingParams) *rtlgen.Typed[DOSPorts] {
	m, io := rtlgen.New[DOSPorts](p)
	if m.Refused() {
		return m
	}
	width := rtlgen.CountBits(p.Units)
	t := tournament{m: m.Module, width: width, count: io.Count.Value}
	for lanes := p.VOQs; lanes > 1; lanes = (lanes + 1) / 2 {
		t.round(lanes)
	}
	io.Found.Valid.Drive(t.count.Any())
	io.Found.Index.Drive(t.place)
	io.Found.Count.Drive(t.count)
	return m
}

// tournament are the winners of a level of the tree, in lanes.
type tournament struct {
	m     *rtlgen.Module
	width int // of a count
	level int
	count value
	place value // level bits each: where in its part of the tree the winner comes from
}

// round is the next level of the tree for the given number of lanes. The last lane of an odd
// number has no rival.
func (t *tournament) round(lanes int) {
	m, pairs, w := t.m, lanes/2, t.width
	left := m.Let(fmt.Sprintf("left_%d", t.level), neighbours(t.count, 0, lanes, w))
	right := m.Let(fmt.Sprintf("right_%d", t.level), neighbours(t.count, 1, lanes, w))
	var leftPlace, rightPlace value
	if t.level > 0 {
		leftPlace = m.Let(fmt.Sprintf("left_place_%d", t.level), neighbours(t.place, 0, lanes, t.level))
		rightPlace = m.Let(fmt.Sprintf("right_place_%d", t.level), neighbours(t.place, 1, lanes, t.level))
	}
	wins := m.Wire(fmt.Sprintf("right_wins_%d", t.level), pairs)
	count := m.RegNoReset(fmt.Sprintf("count_%d", t.level+1), (pairs+lanes%2)*w,
		"buffer units of the longest queue of each group")
	place := m.RegNoReset(fmt.Sprintf("place_%d", t.level+1), (pairs+lanes%2)*(t.level+1),
		"place of the longest queue in each group")
	if lanes%2 == 1 {
		count.SetLane(pairs, t.count.High(w))
		last := m.Zero(1)
		if t.level > 0 {
			last = rtlgen.Cat(last, t.place.High(t.level))
		}
		place.SetLane(pairs, last)
	}
	for i := range m.Each("i", pairs) {
		wins.SetBit(i, right.Lane(i, w).Gt(left.Lane(i, w)))
		count.SetLane(i, rtlgen.Mux(wins.Bit(i), right.Lane(i, w), left.Lane(i, w)))
		from := wins.Bit(i)
		if t.level > 0 {
			from = rtlgen.Cat(from, rtlgen.Mux(from, rightPlace.Lane(i, t.level), leftPlace.Lane(i, t.level)))
		}
		place.SetLane(i, from)
	}
	t.level++
	t.count, t.place = count.Value, place.Value
}

// neighbours are the left (0) or right (1) lanes of all pairs.
func neighbours(v value, side, lanes, width int) value {
	var of []value
	for i := side; i < lanes-lanes%2; i += 2 {
		of = append(of, v.Slice((i+1)*width-1, i*width))
	}
	return rtlgen.LanesOf(of)
}
