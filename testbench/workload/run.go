package workload

import (
	"encoding/json"
	"fmt"

	"culprit.example/culprit/testbench/experiment"
)

// procedure is the version of what a run does and counts: a change that makes results differ for
// the same workload and set-up makes it one larger.
const procedure = 2

// Setup is what of a run does not depend on the network's scheme.
type Setup struct {
	Seed    uint32
	Nodes   int // a power of two
	Warm    int // packet times before the window
	Measure int // packet times of the window: messages that begin in it, and packets that arrive in it, count
	Drain   int // packet times after it at most, until all messages that count have arrived; traffic goes on
	// Leaf and Latency are what the ideal time of a message goes by: nodes at a switch, with as many
	// up links, and the registers of a link, cycles.
	Leaf, Latency int
	Sample        int // packet times from one value of the series to the next
}

// Host is the host of a run.
func (w *Workload) Host(s Setup) *experiment.Host {
	text, err := json.Marshal(s)
	if err != nil {
		panic("BUG: a set-up cannot be written as JSON: " + err.Error())
	}
	return &experiment.Host{
		Text:  fmt.Sprintf("workload %d %s\n%s", procedure, text, w.Text()),
		Start: func(h experiment.Hosted) experiment.Client { return w.Start(s, h) },
	}
}

// Run is a workload at work: the software of all nodes.
type Run struct {
	setup  Setup
	hosted experiment.Hosted
	trace  *trace
	phase  []int

	order   []int // messages that wait for no other, by time
	next    int   // of these
	begun   []uint64
	waits   []int   // by message: how many others must arrive before
	unlocks [][]int // by message: those that wait for it
	left    []int   // packets that were not given yet
	missing []int   // packets that have not arrived
	active  []queue // by node: messages with packets left
	pairs   []queue // by source and destination: the message of each packet on its way

	from, to, end uint64 // window, and the latest end of the run, cycles
	pending       int    // messages that count and have not arrived
	given, gone   int    // packets
	unsent        int    // packets of messages that have begun, not given yet
	tally
}

// Start begins a run.
func (w *Workload) Start(s Setup, h experiment.Hosted) *Run {
	cycles := func(packets int) uint64 { return uint64(packets * h.Interval) }
	r := &Run{setup: s, hosted: h, from: cycles(s.Warm), to: cycles(s.Warm + s.Measure),
		end: cycles(s.Warm + s.Measure + s.Drain)}
	r.trace = w.trace(s.Seed, s.Nodes, h.Interval, r.end)
	n := len(r.trace.messages)
	r.order, r.begun = r.trace.order(), make([]uint64, n)
	r.waits, r.unlocks = make([]int, n), make([][]int, n)
	r.left, r.missing = make([]int, n), make([]int, n)
	r.active, r.pairs = make([]queue, s.Nodes), make([]queue, s.Nodes*s.Nodes)
	for i, m := range r.trace.messages {
		r.waits[i], r.left[i], r.missing[i] = len(m.after), m.packets, m.packets
		for _, before := range m.after {
			r.unlocks[before] = append(r.unlocks[before], i)
		}
		if r.counts(m) {
			r.pending++
		}
	}
	phases := newRandom(s.Seed, 0)
	for range s.Nodes {
		r.phase = append(r.phase, phases.below(h.Interval))
	}
	r.tally = newTally(r, len(w.parts))
	return r
}

// counts reports whether a message is one of those whose time is measured.
func (r *Run) counts(m message) bool { return !m.open || m.at >= r.from && m.at < r.to }

// Phase is drawn for the seed: nodes in lockstep would meet at the switches always in the same order.
func (r *Run) Phase(node int) int { return r.phase[node] }

// Part is what of the time has passed until the end of the window.
func (r *Run) Part() float64 { return min(1, float64(r.now)/float64(r.to)) }

// Step takes what has arrived and gives every node its next packet.
func (r *Run) Step(now uint64, seen []experiment.Arrival, waiting, give []int) (done bool) {
	r.now = now
	for _, a := range seen {
		r.arrive(a)
	}
	// What comes after a hot-spot is measured, too.
	if now >= r.end || now >= r.to && r.pending == 0 && r.trace.pulse == 0 {
		return true
	}
	for r.next < len(r.order) && r.trace.messages[r.order[r.next]].at < now+uint64(r.hosted.Interval) {
		i := r.order[r.next]
		r.begin(i, r.trace.messages[i].at)
		r.next++
	}
	inNodes := 0
	for node := range r.active {
		inNodes += waiting[node]
		give[node] = -1
		if waiting[node]+1 < r.hosted.Queue {
			give[node] = r.nextPacket(node, now+uint64(r.phase[node]))
		}
	}
	r.look(inNodes)
	return false
}

// begin is a message on its way.
func (r *Run) begin(i int, at uint64) {
	m := r.trace.messages[i]
	r.begun[i] = at
	r.unsent += m.packets
	r.active[m.src].push(i)
	r.tally.began(m, at)
}

// nextPacket is the destination of a packet that a node makes in that cycle: of the message whose
// turn it is. -1: there is none.
func (r *Run) nextPacket(node int, cycle uint64) int {
	q := &r.active[node]
	for range q.len() {
		i := q.pop()
		dst := r.trace.messages[i].dst
		if r.begun[i] > cycle || r.hosted.Room != nil && !r.hosted.Room(node, dst) {
			q.push(i)
			continue
		}
		if r.left[i]--; r.left[i] > 0 {
			q.push(i)
		}
		r.given++
		r.unsent--
		r.pairs[node*r.setup.Nodes+dst].push(i)
		return dst
	}
	return -1
}

// arrive is a packet at its destination. Packets of a pair of nodes arrive in order, which the
// sinks check.
func (r *Run) arrive(a experiment.Arrival) {
	q := &r.pairs[a.Source%r.setup.Nodes*r.setup.Nodes+a.Node]
	r.gone++
	if q.len() == 0 {
		r.strays++
		return
	}
	i := q.pop()
	m := r.trace.messages[i]
	r.tally.arrived(m, a)
	if r.missing[i]--; r.missing[i] > 0 {
		return
	}
	if r.counts(m) {
		r.pending--
		r.tally.finished(m, r.begun[i], a.At)
	}
	for _, j := range r.unlocks[i] {
		if r.waits[j]--; r.waits[j] == 0 {
			r.begin(j, max(a.At, r.trace.messages[j].at))
		}
	}
}

// queue is a queue of numbers.
type queue struct {
	list []int
	head int
}

func (q *queue) len() int   { return len(q.list) - q.head }
func (q *queue) push(x int) { q.list = append(q.list, x) }

func (q *queue) pop() int {
	x := q.list[q.head]
	if q.head++; q.head == len(q.list) {
		q.list, q.head = q.list[:0], 0
	} else if q.head >= 1024 && 2*q.head >= len(q.list) {
		q.list, q.head = append(q.list[:0], q.list[q.head:]...), 0
	}
	return x
}
