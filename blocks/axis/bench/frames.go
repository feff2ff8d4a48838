package bench

import (
	"errors"
	"fmt"
	"math/rand"

	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/kit"
)

// frame is a transaction: what a host sends, or gets.
type frame struct {
	From, To int
	Data     []byte
	Bad      bool
}

// String is the frame in messages.
func (f frame) String() string {
	shown := f.Data
	if len(shown) > 16 {
		shown = shown[:16]
	}
	return fmt.Sprintf("frame of %d bytes %x... from port %d to port %d, bad %v", len(f.Data), shown, f.From, f.To, f.Bad)
}

// flow is what stays in order.
type flow struct{ From, To int }

func flowOf(f frame) flow { return flow{f.From, f.To} }

// beat is a beat of AXI4-Stream; Number is TDEST or TID.
type beat struct {
	Data       packet.Word
	Keep       uint64
	Last, User bool
	Number     int
}

// beatsOf are the beats of a frame, with the number of the port that it goes to.
func (w width) beatsOf(f frame) []beat {
	var list []beat
	for at := 0; at < len(f.Data); at += int(w) {
		b := beat{Number: f.To, Last: at+int(w) >= len(f.Data)}
		for i, x := range f.Data[at:min(at+int(w), len(f.Data))] {
			setByte(&b.Data, i, x)
			b.Keep |= 1 << i
		}
		b.User = b.Last && f.Bad
		list = append(list, b)
	}
	return list
}

// frameOf is the frame that beats at a port are. The bytes of a beat are those of TKEEP.
func (w width) frameOf(beats []beat, to int) (frame, error) {
	f := frame{From: beats[0].Number, To: to}
	for i, b := range beats {
		if b.Number != f.From {
			return f, errors.New("beats of two frames are mixed")
		}
		if !b.Last && b.Keep != w.full() {
			return f, errors.New("a beat before the last is not full")
		}
		for lane := range int(w) {
			if b.Keep>>lane&1 == 1 {
				f.Data = append(f.Data, byteOf(b.Data, lane))
			}
		}
		f.Bad = i == len(beats)-1 && b.User
	}
	return f, nil
}

// sentFrame is the frame that beats of a port are on their way in.
func (w width) sentFrame(beats []beat, from int) (frame, error) {
	f, err := w.frameOf(beats, 0)
	f.From, f.To = from, beats[0].Number
	return f, err
}

// full is TKEEP of a full beat.
func (w width) full() uint64 { return ^uint64(0) >> (64 - w) }

// causes of errors, by their bits.
const (
	bad = iota
	long
	noDest
	linkError
	gap
	stray
	causes
)

// What nothing expects, in the place of a cause.
const (
	switchError = causes + iota // the switch between the edges tells an error
	pinsError                   // the pins do not show what is counted
)

var causeNames = []string{"bad", "long", "no_dest", "link", "gap", "stray", "of the switch", "of the pins"}

// fault is a transaction: an error that is told.
type fault struct{ Port, Cause int }

// String is the error in messages.
func (f fault) String() string {
	return fmt.Sprintf("error %s at port %d", causeNames[f.Cause], f.Port)
}

// judged is what becomes of a frame: the cause for which it is dropped.
func judged(f frame, ports, mtu int) (cause int, drops bool) {
	switch {
	case len(f.Data) > mtu:
		return long, true
	case f.To >= ports || f.To == f.From:
		return noDest, true
	case f.Bad || len(f.Data) == 0:
		return bad, true
	}
	return 0, false
}

// phase is how hosts behave for some cycles, in percent.
type phase struct {
	cycles     int
	send, take int // of cycles
	large      int // of frames
	hot        bool
}

// In two of the phases no host takes anything, until all buffers are full: of frames, or of words.
var phases = []phase{
	{cycles: 400, send: 100, take: 100},
	{cycles: 400, send: 60, take: 60, large: 10},
	{cycles: 400, send: 100, take: 100, hot: true},
	{cycles: 400, send: 20, take: 100},
	{cycles: 400, send: 90, take: 100, large: 40},
	{cycles: 400, send: 100, take: 15, large: 5},
	{cycles: 4000, send: 100, take: 0},
	{cycles: 400, send: 80, take: 100},
	{cycles: 2000, send: 100, take: 0, large: 50},
}

// phaseAt is the phase of a cycle; they come in turn.
func phaseAt(cycle int) phase {
	all := 0
	for _, ph := range phases {
		all += ph.cycles
	}
	at := 0
	for cycle %= all; cycle >= phases[at].cycles; at++ {
		cycle -= phases[at].cycles
	}
	return phases[at]
}

// hosts draw frames.
type hosts struct {
	width
	rng        *rand.Rand
	ports, mtu int
}

// newHosts are the hosts at a block of these parameters.
func newHosts(v blocks.Values, rng *rand.Rand) hosts {
	return hosts{width: width(v["data"] / 8), rng: rng, ports: v["ports"], mtu: v["mtu"]}
}

// offer is draw for a host, which has frames without a byte, too.
func (h hosts) offer(cycle, from int) frame {
	f := h.draw(cycle, from)
	if kit.Chance(h.rng, 3) {
		f.Data, f.Bad = nil, kit.Chance(h.rng, 50)
		f.To = kit.Pick(h.rng, []int{f.To, from})
	}
	return f
}

// sent are the beats of a frame as a host sends them: behind a full one there may be a last one
// without a byte.
func (h hosts) sent(f frame) []beat {
	list := h.beatsOf(f)
	empty := beat{Data: h.word(), Last: true, User: f.Bad, Number: f.To}
	if len(list) == 0 {
		return []beat{empty}
	}
	end := &list[len(list)-1]
	if end.Keep != h.full() || !kit.Chance(h.rng, 20) {
		return list
	}
	end.Last, end.User = false, false
	return append(list, empty)
}

// word is a beat that means nothing.
func (h hosts) word() (w packet.Word) {
	for i := range int(h.width) / 8 {
		w[i] = h.rng.Uint64()
	}
	return w
}

// draw makes a frame of a host, whose length is at a corner more often than not.
func (h hosts) draw(cycle, from int) frame {
	ph := phaseAt(cycle)
	f := frame{From: from, To: (from + 1 + h.rng.Intn(h.ports-1)) % h.ports, Bad: kit.Chance(h.rng, 8)}
	if ph.hot && from != 0 && kit.Chance(h.rng, 70) {
		f.To = 0
	}
	if kit.Chance(h.rng, 6) {
		f.To = kit.Pick(h.rng, []int{from, min(h.ports, 15), 15, 15})
	}
	f.Data = make([]byte, h.length(ph))
	h.rng.Read(f.Data)
	return f
}

func (h hosts) length(ph phase) int {
	w := int(h.width)
	corners := []int{1, w - 1, w, w + 1, 7*w - 1, 7 * w, 7*w + 1, 8*w - 1, 8 * w, 8*w + 1, 14 * w, 14*w + 1}
	if kit.Chance(h.rng, ph.large) {
		corners = []int{h.mtu - 1, h.mtu, h.mtu, h.mtu + 1, h.mtu + 1, h.mtu + 1 + w, min(1500, h.mtu), min(1522, h.mtu),
			1 + h.rng.Intn(h.mtu)}
	}
	if kit.Chance(h.rng, 3) {
		return h.mtu + 1 + h.rng.Intn(2*w)
	}
	if kit.Chance(h.rng, 30) {
		return 1 + h.rng.Intn(min(200, h.mtu))
	}
	return kit.Pick(h.rng, corners)
}
