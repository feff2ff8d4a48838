package cioq

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
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
	if m.Refused() {
		return m
	}
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
	outputs := s.m.Let(name+"_open", open)
	byOutput := s.m.Let(name+"_by_output", segments.Transpose(s.p.Ports))
	return s.where(name+"_requests", byOutput, outputs)
}

// where are the lanes of outputs that are open, and 0 in the others.
func (s *scheduler) where(name string, byOutput, open value) value {
	m, n := s.m, s.p.Ports
	some := m.Wire(name, n*n)
	for o := range m.Each("o", n) {
		some.SetLane(o, rtlgen.Mux(open.Bit(o), byOutput.Lane(o, n), 0))
	}
	return some.Value
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

// pairs puts lanes 0 and 1 side by side for each port.
func (s *scheduler) pairs(lane0, lane1 value) value {
	return rtlgen.Cat(lane1, lane0).Transpose(lanes)
}

// decideBoth decides both lanes. What each input may ask for in lane 1 is joined with
// the room there before it is known whether it is the first segment or the second, and
// an output knows that it takes a segment before it knows whose.
func (s *scheduler) decideBoth() {
	m, n := s.m, s.p.Ports
	byLane := m.Let("room_by_lane", s.Room.Transpose(n))
	room0, room1 := m.Let("lane0_room", byLane.Lane(0, n)), m.Let("lane1_room", byLane.Lane(1, n))
	wants := m.Let("lane0_wants", s.First.Transpose(n)) // also where there is no room
	takes0 := m.Let("lane0_takes", s.taken("lane0_wanted", wants).And(room0))
	grants0 := s.where("lane0_grants", s.choose("lane0", wants, takes0), room0)
	winners := s.winners("lane0", grants0)

	first := s.requests("lane1_first", s.First.Value, room1)
	second := s.requests("lane1_second", s.Second.Value, room1)
	left := m.Wire("lane1_requests", n*n)
	for o := range m.Each("o", n) {
		left.SetLane(o, second.Lane(o, n).And(winners).Or(first.Lane(o, n).AndNot(winners)))
	}
	takes1 := s.taken("lane1", left.Value)
	grants1 := s.choose("lane1", left.Value, takes1)

	s.Start.Drive(s.pairs(winners, s.winners("lane1", grants1)))
	s.Take.Drive(s.pairs(takes0, takes1))
	s.Select.Drive(rtlgen.Lanes(m.Next("lane0_select", grants0, 0), m.Next("lane1_select", grants1, 0)))
}

// choose is the choice of each output, one-hot, among the inputs that ask for it. The
// pointer moves where the output takes a segment.
func (s *scheduler) choose(name string, req, takes value) value {
	m, n := s.m, s.p.Ports
	if n > 4 {
		above := m.Reg(name+"_above_last", n*(n-1), 0, "inputs above the last winner, by output")
		choice := prim.RoundRobinLanes(m, name, req, above, n).OneHot
		for o := range m.Each("o", n) {
			m.If(takes.Bit(o), func() { above.SetLane(o, prim.AboveWinner(choice.Lane(o, n))) })
		}
		return choice
	}
	pairs := n * (n - 1) / 2
	before := m.Reg(name+"_before", n*pairs, 1<<(n*pairs)-1, "the lower input goes first, by output and pair")
	choice := m.Wire(name+"_choice", n*n)
	for o := range m.Each("o", n) {
		choice.SetLane(o, firstOf(req.Lane(o, n), before.Lane(o, pairs)))
		m.If(takes.Bit(o), func() { before.SetLane(o, behind(choice.Lane(o, n))) })
	}
	return choice.Value
}

// firstOf is the choice among few requests that takes the fewest levels: one wins that
// has no other one before it. The bits of before tell for each pair, (0,1), (0,2) ...
// (1,2) ..., whether the lower one comes first. Source: W. Dally, B. Towles, Principles
// and Practices of Interconnection Networks, section 18.5 (matrix arbiter).
func firstOf(req, before value) value {
	n := req.Width()
	wins := make([]value, n)
	for i := range wins {
		wins[i] = req.Bit(i)
	}
	pair := 0
	for j := range n {
		for i := j + 1; i < n; i++ {
			wins[i] = wins[i].AndNot(req.Bit(j).And(before.Bit(pair)))
			wins[j] = wins[j].AndNot(req.Bit(i).AndNot(before.Bit(pair)))
			pair++
		}
	}
	return rtlgen.LanesOf(wins)
}

// behind is before when the winner has had its turn, for round robin: the lower one of a
// pair still comes first, unless the winner is that one, or between the two.
func behind(winner value) value {
	var pairs []value
	for j := range winner.Width() {
		for i := j + 1; i < winner.Width(); i++ {
			pairs = append(pairs, winner.Slice(i-1, j).Any().Not())
		}
	}
	return rtlgen.LanesOf(pairs)
}

// decideByTurns decides a lane in each cycle, for a start in the next one. An input that
// starts in this cycle has its next segment in First one cycle later, so it waits.
func (s *scheduler) decideByTurns() {
	m, n := s.m, s.p.Ports
	turn := m.Reg("turn", 1, 0, "the lane that is decided")
	turn.Set(turn.Not())
	decided := m.Reg("decided_q", n*n, 0, "the input that won, one-hot, by output")
	starting := s.winners("decided", decided.Value)
	byLane := func(name string, pairs rtlgen.In) value { return m.Let(name, pairs.Transpose(n)) }
	free, ends, room := byLane("free_by_lane", s.Free), byLane("ends_by_lane", s.Ends), byLane("room_by_lane", s.Room)
	ofTurn := func(name string, byLane value) value {
		return m.Let(name, rtlgen.Mux(turn, byLane.Lane(1, n), byLane.Lane(0, n)))
	}

	var busy, above []rtlgen.Reg
	for _, name := range []string{"lane0", "lane1"} {
		busy = append(busy, m.Reg(name+"_busy", n, 0, "the output is connected in this lane, by output"))
		above = append(above, m.Reg(name+"_above_last", n*(n-1), 0, "inputs above the last winner, by output"))
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
	selects := m.Reg(name+"_select", n*n, 0, "the input that is connected, one-hot, by output")
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
