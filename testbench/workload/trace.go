package workload

import "slices"

// message is a number of packets from a node to another.
type message struct {
	src, dst, packets int
	at                uint64 // cycle in which it may begin at the earliest
	after             []int  // messages that must have arrived before
	open              bool   // it belongs to a load
	part              int
}

// trace is the messages of a workload with a seed.
type trace struct {
	nodes    int
	interval float64 // cycles of a packet
	cycles   uint64  // for which patterns with a load go on
	random   *random
	hot      []bool // nodes of which more is asked than a link can carry
	pulse    uint64 // cycle in which the last hot-spot ends; 0: there is none
	part     int
	messages []message
}

// add appends a message and returns its number.
func (t *trace) add(m message) int {
	m.part = t.part
	t.messages = append(t.messages, m)
	return len(t.messages) - 1
}

// time is a number of packet times in cycles.
func (t *trace) time(packets float64) uint64 { return uint64(packets * t.interval) }

// trace makes the messages. Every line has random numbers of its own: another line changes nothing
// of what it sends.
func (w *Workload) trace(seed uint32, nodes int, interval int, cycles uint64) *trace {
	t := &trace{nodes: nodes, interval: float64(interval), cycles: cycles, hot: make([]bool, nodes)}
	for i, p := range w.parts {
		t.random, t.part = newRandom(seed, uint64(i)+1), i
		p.pattern.make(t, p)
	}
	return t
}

// order is the numbers of the messages that wait for no other, by the time at which they begin.
func (t *trace) order() (list []int) {
	for i, m := range t.messages {
		if len(m.after) == 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		switch x, y := t.messages[a].at, t.messages[b].at; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return list
}
