package golden

import (
	"slices"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// queued is a packet in a memory.
type queued struct {
	packet.Queued
	aligned uint32 // view of its turns from here on
	source  int    // input side that it came from
	port    int    // output port
}

// item is what stands in a queue: a packet or a marker.
type item struct {
	packet *queued
	marker int  // of this SAQ, if packet is nil
	placed bool // the marker was there in the cycle before
}

// side is what the two sides of a port have in common: queues of packets and
// markers, the CAM, and the ready bits.
type side struct {
	standard int
	queue    [][]item
	ready    []bool
	cam      *CAM
	free     int // slots
	journal  journal

	counts []int // scratch: packets of the SAQs
	linked []bool
}

func newSide(slots, saqs, standard int) side {
	s := side{
		standard: standard, queue: make([][]item, standard+saqs), ready: make([]bool, saqs), cam: NewCAM(saqs, standard),
		free:   slots,
		counts: make([]int, saqs), linked: make([]bool, saqs),
	}
	for k := range s.ready {
		s.ready[k] = true
	}
	return s
}

// Lines are the CAM lines in this cycle.
func (s *side) Lines() CAMOut { return s.cam.Lines() }

// Events are what happened in the last Step. They are good until the next one.
func (s *side) Events() []Event { return s.journal.events }

// Count is the number of packets in a queue.
func (s *side) Count(q int) int {
	n := 0
	for _, x := range s.queue[q] {
		if x.packet != nil {
			n++
		}
	}
	return n
}

// hosting reports whether there is a marker in a queue.
func (s *side) hosting(q int) bool { return s.Count(q) != len(s.queue[q]) }

// maySend reports whether a queue may send in this cycle.
func (s *side) maySend(q int) bool {
	if s.Count(q) == 0 {
		return false
	}
	return q < s.standard || s.ready[q-s.standard] && !s.cam.line[q-s.standard].blocked
}

// Held reports whether SAQ k has packets that its marker keeps.
func (s *side) Held(k int) bool { return !s.ready[k] && s.Count(s.standard+k) > 0 }

// Dry reports whether SAQ k is ready and has neither packets nor markers.
func (s *side) Dry(k int) bool { return s.ready[k] && len(s.queue[s.standard+k]) == 0 }

// HostDry reports whether SAQ k would be freed, were there not a marker in it.
func (s *side) HostDry(k int) bool {
	l, q := s.cam.line[k], s.standard+k
	return l.valid && s.ready[k] && !l.blocked && !l.sent && s.Count(q) == 0 && s.hosting(q)
}

// marked removes the markers that are at the heads of queues in order, but none that
// has been put there at the end of the cycle before; it returns what the ready bits are
// after this cycle.
func (s *side) marked() []bool {
	after := append([]bool(nil), s.ready...)
	defer s.settle()
	for q := range s.queue {
		if q >= s.standard && !s.ready[q-s.standard] {
			continue
		}
		for len(s.queue[q]) > 0 && s.queue[q][0].packet == nil && s.queue[q][0].placed {
			k := s.queue[q][0].marker
			after[k] = true
			s.queue[q] = s.queue[q][1:]
			s.journal.note(Ready, k, s.cam.line[k].name)
		}
	}
	return after
}

// settle notes that all markers are in their places.
func (s *side) settle() {
	for _, queue := range s.queue {
		for i := range queue {
			queue[i].placed = true
		}
	}
}

// pop takes the head of a queue.
func (s *side) pop(q int) *queued {
	head := s.queue[q][0].packet
	if head == nil {
		panic("BUG: a packet behind a marker is granted")
	}
	s.queue[q] = s.queue[q][1:]
	saq := -1
	if q >= s.standard {
		saq = q - s.standard
	}
	s.journal.note(Granted, saq, packet.Name{})
	return head
}

// push appends a packet to the queue that the CAM has found for it.
func (s *side) push(p *queued, cam CAMOut) {
	q := slices.Index(cam.LookupQueue, true)
	s.queue[q] = append(s.queue[q], item{packet: p})
	if q >= s.standard {
		s.journal.note(SetAside, q-s.standard, s.cam.line[q-s.standard].name)
	}
}

// mark puts a marker for the SAQ that was born at the tail of its host.
func (s *side) mark(cam CAMOut) {
	for k, born := range cam.Born {
		if born {
			s.queue[cam.BornHost] = append(s.queue[cam.BornHost], item{marker: k})
			s.ready[k] = false
		}
	}
}
