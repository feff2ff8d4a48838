package prim

import "culprit/rtlgen"

// RRArbiter grants one of n requests, round robin.
//
// All outputs are combinational from req. Priority starts at the pointer, goes
// up and wraps; with valid and advance the pointer moves to index+1. Source: W.
// Dally, B. Towles, Principles and Practices of Interconnection Networks,
// section 18.4 (round-robin arbiter).
func RRArbiter(p RRArbiterParams) *rtlgen.Typed[RRArbiterPorts] {
	m, io := rtlgen.New[RRArbiterPorts](p)
	pointer := m.Reg("pointer", rtlgen.IndexBits(p.N), 0)

	choice := RoundRobin(m.Module, "choice", io.Req, pointer)
	io.Grant.Set(choice.LowestOne())
	io.Index.Set(choice.Priority())
	io.Valid.Set(io.Req.Any())
	m.If(io.Valid.And(io.Advance), func() { pointer.Set(Successor(io.Index, p.N)) })

	m.Assert("grant_one_hot", io.Grant.PopCount().Eq(io.Valid.Zext(rtlgen.CountBits(p.N))), "one grant if there is a request, else none")
	m.Assert("grant_requested", io.Grant.AndNot(io.Req).Eq(0), "only a request is granted")
	if p.N > 1 {
		m.Cover("pointer_wraps", io.Valid.And(io.Advance).And(io.Index.Eq(p.N-1)))
		m.Cover("request_below_pointer", io.Valid.And(io.Index.Lt(pointer)))
	}
	return m
}

// RoundRobin narrows the requests down to those that come first in the circle:
// the ones from the pointer upward, or all if there are none of these. The lowest
// one of the result is the winner; take it with LowestOne or Priority. The
// result is a wire called name.
func RoundRobin(m *rtlgen.Module, name string, requests, pointer rtlgen.Signal) rtlgen.Value {
	req := rtlgen.ValueOf(requests)
	ahead := m.Let(name+"_ahead", fromPointer(m, req, pointer))
	return m.Let(name, firstInCircle(ahead, req))
}

// RoundRobinLanes is RoundRobin for each lane of req with the pointer in the same
// lane of pointers; the result has the lanes of req.
func RoundRobinLanes(m *rtlgen.Module, name string, requests, first rtlgen.Signal, lanes int) rtlgen.Value {
	req, pointers := rtlgen.ValueOf(requests), rtlgen.ValueOf(first)
	n, index := laneWidth(req, lanes), laneWidth(pointers, lanes)
	ahead := m.Wire(name+"_ahead", req.Width())
	choice := m.Wire(name, req.Width())
	for i := range m.Each("i", lanes) {
		ahead.SetLane(i, fromPointer(m, req.Lane(i, n), pointers.Lane(i, index)))
		choice.SetLane(i, firstInCircle(ahead.Lane(i, n), req.Lane(i, n)))
	}
	return choice.Value
}

func fromPointer(m *rtlgen.Module, req rtlgen.Value, pointer rtlgen.Signal) rtlgen.Value {
	return req.And(m.Ones(req.Width()).Shl(pointer))
}

func firstInCircle(ahead, req rtlgen.Value) rtlgen.Value {
	return rtlgen.Mux(ahead.Any(), ahead, req)
}
