package clos

import (
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// Source makes packets of max_p cells in bursts, at most one per packet time of the
// external line: in an idle packet time a burst begins with a chance, with its first
// packet; after each packet it ends with another. A burst goes to one destination: a hot node, the node itself, or
// any (that is not hot, where there are hot ones).
//
// A node that is not hot is drawn in every cycle; a draw that is hot is thrown away, so
// the others remain equally likely.
func Source(p Params) *rtlgen.Typed[SourcePorts] {
	m, io := rtlgen.New[SourcePorts](p)
	if m.Refused() {
		return m
	}
	w := p.nw()
	random := traffic.NewRandom(m.Module, io.Seed, io.Node, io.Enable)
	draw := func(low, bits int) value { return random.Bits.Slice(low+bits-1, low) }
	chance, end := draw(0, fineBits), draw(fineBits, fineBits)
	choice, anyNode := draw(2*fineBits, chanceBits), draw(2*fineBits+chanceBits, w)
	if rest := nodeBits - w; rest > 0 {
		m.Unused("random_rest", random.Bits.High(rest))
	}
	isHot := func(node value) value {
		return io.HotRate.Any().And(node.Xor(io.HotNode.Low(w)).AndNot(io.HotMask.Low(w)).Eq(0))
	}
	if w < nodeBits {
		m.Unused("hot_rest", io.HotNode.High(nodeBits-w), io.HotMask.High(nodeBits-w))
		m.Assume("node_of_the_network", io.Node.Lt(p.Nodes))
	}

	cold := m.Reg("cold_node", w, 0, "last node drawn that is not hot")
	m.If(isHot(anyNode).Not(), func() { cold.Set(anyNode) })
	zeroed := zeroing(m.Module, p.Nodes)

	active := m.Reg("active", 1, 0, "a burst goes on")
	target := m.RegNoReset("target", w, "destination of the last packet")
	hotNode := m.Let("hot_target", io.HotNode.Low(w).AndNot(io.HotMask.Low(w)).Or(anyNode.And(io.HotMask.Low(w))))
	fresh := m.Let("fresh_target", rtlgen.Mux(choice.Zext(rateBits).Lt(io.HotRate), hotNode,
		rtlgen.Mux(choice.Zext(rateBits).Lt(io.Own), io.Node.Low(w), cold)))
	begins := m.Let("begins", chance.Zext(fineRateBits).Lt(io.Start))
	pace := newPace(m.Module, p, io.Tick)
	turn := m.Let("turn", pace.free.And(io.Enable).And(random.Usable).And(zeroed.done))
	makes := m.Let("makes", turn.And(active.Or(begins)))
	if p.Beat == 1 {
		// By the number of the cycle before, which decides on nothing else.
		long := m.Next("long_q", draw(2*fineBits, chanceBits).Zext(rateBits).Lt(io.Long), 0)
		length := m.Let("length", rtlgen.Mux(long, io.Length, shortBeats))
		io.Make.Length.Drive(m.NextNoReset("make_length_q", length))
		pace.beats(makes, length)
	}
	dst := m.Let("dst", rtlgen.Mux(active, target, fresh))
	m.If(turn, func() { active.Set(makes.AndNot(end.Zext(fineRateBits).Lt(io.Stop))) })
	m.If(makes, func() { target.Set(dst) })

	valid := m.Next("make_valid_q", makes, 0)
	io.Make.Valid.Drive(valid)
	io.Make.Dst.Drive(target.Zext(nodeBits))
	io.Hot.Drive(m.NextNoReset("hot_q", m.Let("goes_to_hot", isHot(dst))))
	numbers := m.Memory("numbers", p.Nodes, seqBits, rtlgen.ReadOld,
		"next packet number, by destination").Style(rtlgen.Distributed)
	number := numbers.Read("number", target)
	taken := m.Let("taken", valid.AndNot(io.Make.Refused))
	numbers.Write(zeroed.done.Not().Or(taken), rtlgen.Mux(zeroed.done, target, zeroed.at),
		rtlgen.Mux(zeroed.done, m.Let("next_number", number.Add(1)), 0))
	io.Make.Tag.Drive(rtlgen.Cat(number, io.Now.Low(stampBits)))
	m.Unused("now_rest", io.Now.High(timeBits-stampBits))
	return m
}

// pace tells when a packet may begin.
type pace struct {
	m    *rtlgen.Module
	tick value
	left rtlgen.Reg // ticks before
	free value      // it may
}

// newPace lets a packet of cells begin in every n-th of the cycles with tick. In beat
// mode beats has to be called.
func newPace(m *rtlgen.Module, p Params, tick rtlgen.In) pace {
	switch {
	case p.Beat == 1:
		left := m.Reg("beats_left", p.lw(), 0, "beats until the next packet may begin")
		return pace{m, tick.Value, left, m.Let("packet_time", tick.And(left.Eq(0)))}
	case p.MaxP <= 1:
		return pace{free: tick.Value}
	}
	left := m.Reg("cells_left", rtlgen.IndexBits(p.MaxP), 0, "cells until the next packet may begin")
	m.If(tick, func() { left.Set(rtlgen.Mux(left.Eq(0), p.MaxP-1, left.Sub(1))) })
	return pace{free: m.Let("packet_time", tick.And(left.Eq(0)))}
}

// beats lets the next packet begin that number of beats after one that is made, and as many as a
// short one has after a packet time in which none is.
func (p pace) beats(made, length value) {
	next := p.m.Let("next_packet", rtlgen.Mux(made, length, shortBeats))
	p.m.If(p.tick, func() { p.left.Set(rtlgen.Mux(p.left.Eq(0), next, p.left.Value).Sub(1)) })
}

// walk is a count over the words of a memory after reset, to zero them.
type walk struct {
	at   value
	done value
}

func zeroing(m *rtlgen.Module, words int) walk {
	at := m.Reg("walk", rtlgen.IndexBits(words), 0, "word that is zeroed next, after reset")
	done := m.Reg("walk_done", 1, 0, "all words are zeroed")
	m.If(done.Not(), func() {
		at.Set(at.Add(1))
		done.Set(at.Eq(words - 1))
	})
	return walk{at.Value, done.Value}
}
