package prim

import "culprit/rtlgen"

// RRArbiter grants one of n requests, round robin.
//
//	req[n]            requests
//	advance           the grant is used: priority moves past it
//	grant[n]          one-hot, 0 if there is no request
//	index[IndexBits]  of the grant, 0 if there is none
//	valid             there is a request
//
// All outputs are combinational from req. Priority starts at the pointer, goes
// up and wraps; with valid and advance the pointer moves to index+1. Source: W.
// Dally, B. Towles, Principles and Practices of Interconnection Networks,
// section 18.4 (round-robin arbiter).
func RRArbiter(n int) *rtlgen.Module {
	m := rtlgen.NewModule("rr_arbiter")
	m.Doc("round-robin arbiter: the first request from the pointer upward")
	m.Param("n", n, 4)

	req := m.Input("req", n)
	advance := m.Input("advance", 1)

	pointer := m.Reg("pointer", rtlgen.IndexBits(n), 0)

	choice := RoundRobin(m, "choice", req, pointer.Value)
	grant := m.OutputVar("grant", n)
	index := m.OutputVar("index", rtlgen.IndexBits(n))
	valid := m.OutputVar("valid", 1)
	grant.Set(choice.LowestOne())
	index.Set(choice.Priority())
	valid.Set(req.Any())
	m.If(valid.And(advance), func() { pointer.Set(Successor(index.Value, n)) })

	m.Assert("grant_one_hot", grant.PopCount().Eq(valid.Zext(rtlgen.CountBits(n))), "one grant if there is a request, else none")
	m.Assert("grant_requested", grant.AndNot(req).Eq(0), "only a request is granted")
	if n > 1 {
		m.Cover("pointer_wraps", valid.And(advance).And(index.Eq(n-1)))
		m.Cover("request_below_pointer", valid.And(index.Lt(pointer)))
	}
	return m
}

// RoundRobin narrows the requests down to those that come first in the circle:
// the ones from the pointer upward, or all if there are none of these. The lowest
// one of the result is the winner; take it with LowestOne or Priority. The
// result is a wire called name.
func RoundRobin(m *rtlgen.Module, name string, req, pointer rtlgen.Value) rtlgen.Value {
	ahead := m.Let(name+"_ahead", fromPointer(m, req, pointer))
	return m.Let(name, firstInCircle(ahead, req))
}

// RoundRobinLanes is RoundRobin for each lane of req with the pointer in the same
// lane of pointers; the result has the lanes of req.
func RoundRobinLanes(m *rtlgen.Module, name string, req, pointers rtlgen.Value, lanes int) rtlgen.Value {
	n, index := laneWidth(req, lanes), laneWidth(pointers, lanes)
	ahead := m.Wire(name+"_ahead", req.Width())
	choice := m.Wire(name, req.Width())
	m.For("i", lanes, func(i rtlgen.Value) {
		ahead.SetLane(i, fromPointer(m, req.Lane(i, n), pointers.Lane(i, index)))
		choice.SetLane(i, firstInCircle(ahead.Lane(i, n), req.Lane(i, n)))
	})
	return choice.Value
}

func fromPointer(m *rtlgen.Module, req, pointer rtlgen.Value) rtlgen.Value {
	return req.And(m.Ones(req.Width()).Shl(pointer))
}

func firstInCircle(ahead, req rtlgen.Value) rtlgen.Value {
	return rtlgen.Mux(ahead.Any(), ahead, req)
}
