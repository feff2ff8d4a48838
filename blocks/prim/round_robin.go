package prim

import (
	"math/big"

	"culprit.example/culprit/rtlgen"
)

// RoundRobin chooses one of the requests (a bit each): the first one above the last
// winner, or the lowest one if there is none above. Wires of the choice are called
// name_...
//
// Its state is the mask of the requests above the last winner, not the winner's
// number: request 0 is never above, so bit i of above stands for request i+1, and a
// single request needs no state: above is not used. The search is then two searches
// side by side, without a shifter in front. A mask of 0, the reset value, lets the
// lowest request win.
func RoundRobin(m *rtlgen.Module, name string, requests, above rtlgen.Signal) Turn {
	req := rtlgen.ValueOf(requests)
	c := circle{m, req.Width(), 8}
	if c.n <= 1 {
		return c.only(req)
	}
	ahead := m.Let(name+"_ahead", c.ahead(req, above))
	if c.small() {
		return c.ofOneHot(req, m.Let(name+"_choice", c.oneHot(ahead, req)))
	}
	first := m.Let(name+"_first", req.First())
	index := m.Let(name+"_index", c.index(m.Let(name+"_first_ahead", ahead.First()), first))
	return c.ofIndex(first, index)
}

// RoundRobinByCarry is RoundRobin with the carries of two subtractions as its searches:
// among a dozen requests or more of an FPGA it takes fewer levels. x & -x is the lowest
// 1 of x, and x ^ -x are the places above it.
func RoundRobinByCarry(m *rtlgen.Module, name string, requests, above rtlgen.Signal) Turn {
	req := rtlgen.ValueOf(requests)
	c := circle{m, req.Width(), 0}
	if c.n <= 1 {
		return c.only(req)
	}
	ahead := m.Let(name+"_ahead", c.ahead(req, above))
	any := m.Let(name+"_any_ahead", ahead.Any())
	below, all := m.Let(name+"_minus_ahead", m.Zero(c.n).Sub(ahead)), m.Let(name+"_minus_all", m.Zero(c.n).Sub(req))
	first, lowest := m.Let(name+"_first_ahead", ahead.And(below)), m.Let(name+"_lowest", req.And(all))
	beyond := func(x, minus rtlgen.Value) rtlgen.Value { return x.High(c.n - 1).Xor(minus.High(c.n - 1)) }
	return Turn{
		Any: req.Any(), OneHot: rtlgen.Mux(any, first, lowest),
		Index: m.Let(name+"_index", rtlgen.Mux(any, Encode(m, first), Encode(m, lowest))),
		Above: rtlgen.Mux(any, beyond(ahead, below), beyond(req, all)),
	}
}

// RoundRobinLanes is a RoundRobin for each of several lanes of requests, with the mask
// in the same lane of above.
func RoundRobinLanes(m *rtlgen.Module, name string, requests, above rtlgen.Signal, lanes int) Turns {
	req := rtlgen.ValueOf(requests)
	c := circle{m, laneWidth(req, lanes), 12}
	if c.n <= 1 {
		return Turns{req, func(i rtlgen.Value) Turn { return c.only(req.Bit(i)) }}
	}
	ahead := m.Wire(name+"_ahead", req.Width())
	choice := m.Wire(name+"_choice", req.Width())
	for i := range m.Each("i", lanes) {
		ahead.SetLane(i, c.ahead(req.Lane(i, c.n), rtlgen.ValueOf(above).Lane(i, c.n-1)))
	}
	if c.small() {
		for i := range m.Each("i", lanes) {
			choice.SetLane(i, c.oneHot(ahead.Lane(i, c.n), req.Lane(i, c.n)))
		}
		return Turns{choice.Value, func(i rtlgen.Value) Turn { return c.ofOneHot(req.Lane(i, c.n), choice.Lane(i, c.n)) }}
	}
	k := rtlgen.IndexBits(c.n)
	firstAhead := m.Wire(name+"_first_ahead", lanes*(k+1))
	first := m.Wire(name+"_first", lanes*(k+1))
	index := m.Wire(name+"_index", lanes*k)
	turn := func(i rtlgen.Value) Turn { return c.ofIndex(first.Lane(i, k+1), index.Lane(i, k)) }
	for i := range m.Each("i", lanes) {
		firstAhead.SetLane(i, ahead.Lane(i, c.n).First())
		first.SetLane(i, req.Lane(i, c.n).First())
		index.SetLane(i, c.index(firstAhead.Lane(i, k+1), first.Lane(i, k+1)))
		choice.SetLane(i, turn(i).OneHot)
	}
	return Turns{choice.Value, turn}
}

// RoundRobinMux is the choice of RoundRobin in each lane, one-hot, the wire name_choice, and
// what belongs to it, of values with a lane per request, the wire name_value: that of the
// last request if there is none. The value does not wait for the choice, as OneHotMux
// does: multiplexers search among the requests above the last winner and among all, side
// by side.
func RoundRobinMux(m *rtlgen.Module, name string, requests, above, values rtlgen.Signal,
	lanes int) (choice, value rtlgen.Value) {
	req, of := rtlgen.ValueOf(requests), rtlgen.ValueOf(values)
	c := circle{m, laneWidth(req, lanes), 0}
	if c.n <= 1 {
		return req, of
	}
	w, last := laneWidth(of, lanes*c.n), c.n-1
	ahead, oneHot := m.Wire(name+"_ahead", req.Width()), m.Wire(name+"_choice", req.Width())
	picked := m.Wire(name+"_value", lanes*w)
	for i := range m.Each("i", lanes) {
		mine, all, lane := ahead.Lane(i, c.n), req.Lane(i, c.n), of.Lane(i, c.n*w)
		ahead.SetLane(i, c.ahead(all, rtlgen.ValueOf(above).Lane(i, last)))
		oneHot.SetLane(i, c.oneHot(mine, all))
		// Without a request ahead or below the last one it is the last one, or none.
		search := mine.Slice(last, 1).Any().Or(all.Slice(last-1, 0).Any().Not())
		picked.SetLane(i, rtlgen.Mux(search, firstOf(mine, lane, 1, last), firstOf(all, lane, 0, last-1)))
	}
	return oneHot.Value, picked.Value
}

// firstOf is the value of the lowest request from one to another, that of the last one if
// there is none.
func firstOf(req, values rtlgen.Value, from, to int) rtlgen.Value {
	if from == to {
		w := values.Width() / req.Width()
		return values.Slice((from+1)*w-1, from*w)
	}
	middle := (from + to) / 2
	return rtlgen.Mux(req.Slice(middle, from).Any(), firstOf(req, values, from, middle),
		firstOf(req, values, middle+1, to))
}

// Turns are the choices of RoundRobinLanes.
type Turns struct {
	OneHot rtlgen.Value // of all lanes
	Lane   func(i rtlgen.Value) Turn
}

// Turn is a choice of RoundRobin among n requests.
type Turn struct {
	Any    rtlgen.Value // there is a request
	OneHot rtlgen.Value // n bits: the winner's is 1, if there is one
	Index  rtlgen.Value // of the winner, 0 without a request

	// Above is the mask for the next choice if the winner has its turn now, n-1 bits.
	// It means nothing without a request, and there is none for a single request.
	Above rtlgen.Value
}

// circle is n requests in the circle of RoundRobin. Up to some number of them the
// search goes from the requests to the winner's bit, and from there to its index. Among
// more requests a tree that finds the index first is smaller and faster; in an
// allocator, which goes on with the bits, from a larger number on.
type circle struct {
	m          *rtlgen.Module
	n          int
	mostOneHot int
}

// small reports whether the winner's bit is found first.
func (c circle) small() bool { return c.n <= c.mostOneHot }

func (c circle) only(req rtlgen.Value) Turn {
	return Turn{Any: req, OneHot: req, Index: c.m.Zero(1)}
}

// ahead are the requests above the last winner.
func (c circle) ahead(requests rtlgen.Value, above rtlgen.Signal) rtlgen.Value {
	return requests.And(rtlgen.Cat(above, c.m.Zero(1)))
}

// oneHot is the winner's bit.
func (c circle) oneHot(ahead, req rtlgen.Value) rtlgen.Value {
	return ahead.LowestOne().Or(rtlgen.Mux(ahead.Any(), 0, req.LowestOne()))
}

func (c circle) ofOneHot(req, oneHot rtlgen.Value) Turn {
	return Turn{Any: req.Any(), OneHot: oneHot, Index: Encode(c.m, oneHot), Above: AboveWinner(oneHot)}
}

// AboveWinner is the mask for the next choice of RoundRobin when the winner, whose bit
// in oneHot is 1, has had its turn: Turn.Above, for those who keep the winner in a
// register. There are two requests at least.
func AboveWinner(oneHot rtlgen.Signal) rtlgen.Value {
	winner := rtlgen.ValueOf(oneHot)
	n := winner.Width()
	above := make([]rtlgen.Value, n-1) // the winner is not above i, in the half with fewer bits
	for i := range above {
		if i < n/2 {
			above[i] = winner.Slice(i, 0).Any()
		} else {
			above[i] = winner.Slice(n-1, i+1).Any().Not()
		}
	}
	return rtlgen.LanesOf(above)
}

// Encode is the index of the only 1, 0 if there is none.
func Encode(m *rtlgen.Module, oneHot rtlgen.Signal) rtlgen.Value {
	bits := rtlgen.ValueOf(oneHot)
	n := bits.Width()
	if n == 1 {
		return m.Zero(1)
	}
	k := rtlgen.IndexBits(n)
	index := make([]rtlgen.Value, k)
	for b := range k {
		with := new(big.Int) // the indices that have bit b
		for i := range n {
			with.SetBit(with, i, uint(i>>b&1))
		}
		index[b] = bits.And(with).Any()
	}
	return rtlgen.LanesOf(index)
}

// index joins the results of First above the last winner and among all.
func (c circle) index(firstAhead, first rtlgen.Value) rtlgen.Value {
	k := rtlgen.IndexBits(c.n)
	lowest := rtlgen.Mux(first.Bit(k), first.Slice(k-1, 0), 0)
	return rtlgen.Mux(firstAhead.Bit(k), firstAhead.Slice(k-1, 0), lowest)
}

func (c circle) ofIndex(first, index rtlgen.Value) Turn {
	any := first.Bit(rtlgen.IndexBits(c.n))
	return Turn{Any: any, OneHot: rtlgen.Mux(any, index.Decode(c.n), 0), Index: index, Above: c.m.Ones(c.n - 1).Shl(index)}
}
