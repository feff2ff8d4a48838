package cioq

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Scheduler decides which segments start. A lane has an arbiter per output, round
// robin over the inputs whose segment goes there; the pointer of an arbiter moves past
// the winner.
//
// In beat mode the lanes have their turns in alternate cycles: a segment takes 3 cycles
// at least, so one set of arbiters is enough for both lanes. What is decided is in a
// register, and starts in the next cycle. In cell mode both lanes
// are decided in every cycle, lane 0 first: an input that has won there takes part in
// lane 1 with its second segment.
func Scheduler(p Params) *rtlgen.Typed[SchedulerPorts] {
	m, io := rtlgen.New[SchedulerPorts](p)
	s := &scheduler{SchedulerPorts: io, m: m.Module, p: p}
	if p.cells() {
		s.decideBoth()
	} else {
		s.decideByTurns()
	}
	several := m.Wire("several_inputs", lanes*p.Ports)
	for o := range m.Each("o", lanes*p.Ports) {
		several.SetBit(o, io.Select.Lane(o, p.Ports).PopCount().Gt(1))
	}
	m.Assert("one_input_per_output", several.Eq(0), "a lane of an output is connected to one input at most")
	return m
}

type scheduler struct {
	*SchedulerPorts
	m *rtlgen.Module
	p Params
}

// requests has a bit per output and input, outputs outermost: the input's segment goes
// to the output, which can take part. segments has a bit per input and output.
func (s *scheduler) requests(name string, segments, open value) value {
	m, n := s.m, s.p.Ports
	outputs := m.Let(name+"_open", open)
	byOutput := m.Let(name+"_by_output", segments.Transpose(n))
	req := m.Wire(name+"_requests", n*n)
	for o := range m.Each("o", n) {
		req.SetLane(o, rtlgen.Mux(outputs.Bit(o), byOutput.Lane(o, n), 0))
	}
	return req.Value
}

// winners has a bit per input: an output of grants, outputs outermost, has chosen it.
func (s *scheduler) winners(name string, grants value) value {
	m, n := s.m, s.p.Ports
	byInput := m.Let(name+"_by_input", grants.Transpose(n))
	won := m.Wire(name+"_winners", n)
	for i := range m.Each("i", n) {
		won.SetBit(i, byInput.Lane(i, n).Any())
	}
	return won.Value
}

// taken has a bit per output: it has chosen an input.
func (s *scheduler) taken(name string, grants value) value {
	m, n := s.m, s.p.Ports
	taken := m.Wire(name+"_taken", n)
	for o := range m.Each("o", n) {
		taken.SetBit(o, grants.Lane(o, n).Any())
	}
	return taken.Value
}

// move moves the pointers of the outputs that have granted.
func (s *scheduler) move(above rtlgen.Reg, granted value, choice prim.Turns) {
	for o := range s.m.Each("o", s.p.Ports) {
		s.m.If(granted.Bit(o), func() { above.SetLane(o, choice.Lane(o).Above) })
	}
}

// pairs puts lanes 0 and 1 side by side for each port.
func (s *scheduler) pairs(lane0, lane1 value) value {
	return rtlgen.Cat(lane1, lane0).Transpose(lanes)
}

func (s *scheduler) decideBoth() {
	m, n := s.m, s.p.Ports
	room := m.Let("room_by_lane", s.Room.Transpose(n))
	segments := s.First.Value
	var won, took, selects []value
	for l, name := range []string{"lane0", "lane1"} {
		req := s.requests(name, segments, room.Lane(l, n))
		above := m.Reg(name+"_above_last", n*(n-1), 0)
		choice := prim.RoundRobinLanes(m, name, req, above, n)
		granted := s.taken(name, choice.OneHot)
		s.move(above, granted, choice)
		winners := s.winners(name, choice.OneHot)
		won, took = append(won, winners), append(took, granted)
		selects = append(selects, m.Next(name+"_select", choice.OneHot, 0).Value)
		if l == 0 {
			next := m.Wire("next_segments", n*n)
			for i := range m.Each("i", n) {
				next.SetLane(i, rtlgen.Mux(winners.Bit(i), s.Second.Lane(i, n), segments.Lane(i, n)))
			}
			segments = next.Value
		}
	}
	s.Start.Drive(s.pairs(won[0], won[1]))
	s.Take.Drive(s.pairs(took[0], took[1]))
	s.Select.Drive(rtlgen.LanesOf(selects))
}

// decideByTurns decides a lane in each cycle, for a start in the next one. An input that
// starts in this cycle has its next segment in First one cycle later, so it waits.
func (s *scheduler) decideByTurns() {
	m, n := s.m, s.p.Ports
	turn := m.Reg("turn", 1, 0) // the lane that is decided
	turn.Set(turn.Not())
	decided := m.Reg("decided_q", n*n, 0) // by output: the winner, one-hot
	starting := s.winners("decided", decided.Value)
	byLane := func(name string, pairs rtlgen.In) value { return m.Let(name, pairs.Transpose(n)) }
	free, ends, room := byLane("free_by_lane", s.Free), byLane("ends_by_lane", s.Ends), byLane("room_by_lane", s.Room)
	ofTurn := func(name string, byLane value) value {
		return m.Let(name, rtlgen.Mux(turn, byLane.Lane(1, n), byLane.Lane(0, n)))
	}

	var busy, above []rtlgen.Reg
	for _, name := range []string{"lane0", "lane1"} {
		busy = append(busy, m.Reg(name+"_busy", n, 0))
		above = append(above, m.Reg(name+"_above_last", n*(n-1), 0))
	}
	open := m.Let("open_by_lane", room.AndNot(rtlgen.Lanes(busy[0], busy[1])))
	freeInputs := m.Let("free_inputs", ofTurn("turn_free", free).AndNot(starting))
	offered := m.Wire("offered", n*n)
	for i := range m.Each("i", n) {
		offered.SetLane(i, rtlgen.Mux(freeInputs.Bit(i), s.First.Lane(i, n), 0))
	}
	req := s.requests("turn", offered.Value, ofTurn("turn_of_outputs", open))
	choice := prim.RoundRobinLanes(m, "turn", req, m.Let("turn_above_last", rtlgen.Mux(turn, above[1], above[0])), n)
	decided.Set(choice.OneHot)

	taken := s.taken("decided", decided.Value)
	var starts, takes, selects []value
	for l, name := range []string{"lane0", "lane1"} {
		mine := m.Let(name+"_starts", turn.Ne(l)) // it was decided in the cycle before
		takes = append(takes, m.Let(name+"_takes", rtlgen.Mux(mine, taken, 0)))
		starts = append(starts, rtlgen.Mux(mine, starting, 0))
		selects = append(selects, s.connect(name, decided.Value, takes[l], ends.Lane(l, n), busy[l], above[l]))
	}
	s.Start.Drive(s.pairs(starts[0], starts[1]))
	s.Take.Drive(s.pairs(takes[0], takes[1]))
	s.Select.Drive(rtlgen.LanesOf(selects))
}

// connect keeps the connections of a lane. One lasts until the last beat has passed,
// which is the cycle in which the lane is free again.
func (s *scheduler) connect(name string, decided, takes, ends value, busy, above rtlgen.Reg) value {
	m, n := s.m, s.p.Ports
	selects := m.Reg(name+"_select", n*n, 0)
	for o := range m.Each("o", n) {
		ending := selects.Lane(o, n).And(ends).Any()
		busy.SetBit(o, takes.Bit(o).Or(busy.Bit(o).AndNot(ending)))
		m.If(takes.Bit(o), func() {
			selects.SetLane(o, decided.Lane(o, n))
			above.SetLane(o, prim.AboveWinner(decided.Lane(o, n)))
		}).ElseIf(busy.Bit(o).Not(), func() { selects.SetLane(o, m.Zero(n)) })
	}
	return selects.Value
}
