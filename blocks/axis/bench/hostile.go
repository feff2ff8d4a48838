package bench

import (
	"math/bits"
	"math/rand"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var hostileCoverPoints = append([]string{
	"a beat changes while it waits", "a beat is withdrawn", "a hole in the bytes", "a last beat without a byte", "a short beat inside of a frame",
	"a frame for two ports",
}, switchCoverPoints...)

// hostileBench is a switch whose hosts break every rule of their streams.
func hostileBench(block *blocks.Block) testbench.Bench {
	return withCoverPoints(hostileCoverPoints, testbench.Bench{
		Block: block, Name: "hostile", MinCycles: 8000,
		Breaks: []string{"beat_stays", "keep_from_bit_0", "only_the_last_beat_is_short", "one_frame_at_a_time"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["ports"]
			h := &hostileHosts{switchBoard: newSwitchBoard(v, rng), shown: make([]beat, n), valid: make([]bool, n),
				taken: make([][]beat, n), watched: make([]watchedHost, n)}
			run := h.run(v["saqs"], h.source)
			run.Watch(h.observe)
			return run.Case()
		},
	})
}

// hostileHosts are hosts that break every rule of their streams.
type hostileHosts struct {
	*switchBoard
	shown   []beat // in this cycle, by port
	valid   []bool
	taken   [][]beat // of the frame that is being sent, by port
	watched []watchedHost
}

// source is a host whose beats are made anew in each cycle, and withdrawn at times.
func (h *hostileHosts) source(port int, sent func(frame)) switchSource {
	s := h.switchBoard.source(port, nil)
	put := s.Put
	s.Put = func(in *switchIn, b beat, valid bool) {
		h.valid[port] = valid && !kit.Chance(h.rng, 10)
		h.shown[port] = h.spoil(b)
		put(in, h.shown[port], h.valid[port])
	}
	get := s.Get
	s.Get = func(in switchIn) (beat, bool) {
		h.shown[port], h.valid[port] = get(in)
		return h.shown[port], h.valid[port]
	}
	s.Whole = func([]beat) (frame, error) { return frame{}, nil } // Sent knows it
	s.Ready = func(out switchOut) bool {
		takes := h.valid[port] && out.Tready[port]
		if takes {
			h.taken[port] = append(h.taken[port], h.shown[port])
		}
		return takes
	}
	s.Sent = func(frame) {
		sent(h.asTaken(h.taken[port], port))
		h.taken[port] = nil
	}
	return s
}

// spoil makes another beat of one.
func (h *hostileHosts) spoil(b beat) beat {
	if kit.Chance(h.rng, 10) {
		b.Data = h.word()
	}
	if kit.Chance(h.rng, 15) {
		b.Keep = h.rng.Uint64() & h.full()
		if kit.Chance(h.rng, 20) {
			b.Keep = 0
		}
	}
	if kit.Chance(h.rng, 8) {
		b.Number = h.rng.Intn(16)
	}
	b.User = b.User || !b.Last && kit.Chance(h.rng, 10)
	return b
}

// asTaken is the frame that the beats of a host are: each is full, the last one has as many bytes
// as its TKEEP has ones, perhaps none. What is beside the last one counts for the frame.
func (w width) asTaken(beats []beat, from int) frame {
	var data []byte
	for _, b := range beats {
		for i := range int(w) {
			data = append(data, byteOf(b.Data, i))
		}
	}
	last := beats[len(beats)-1]
	data = data[:len(data)-int(w)+bits.OnesCount64(last.Keep)]
	return frame{From: from, To: last.Number, Data: data, Bad: last.User}
}

// watchedHost is what the cover points know of a host.
type watchedHost struct {
	waits  bool // a beat was not taken in the cycle before
	beat   beat // which
	before beat // the last one taken
	inside bool // it did not end a frame
}

func (h *hostileHosts) observe(_ switchIn, out switchOut, hit func(string)) {
	for i := range h.watched {
		w, b, valid := &h.watched[i], h.shown[i], h.valid[i]
		takes := valid && out.Tready[i]
		kit.Reached{
			"a beat changes while it waits":  w.waits && valid && b != w.beat,
			"a beat is withdrawn":            w.waits && !valid,
			"a hole in the bytes":            takes && b.Keep&(b.Keep+1) != 0,
			"a last beat without a byte":     takes && b.Last && b.Keep == 0,
			"a short beat inside of a frame": takes && !b.Last && b.Keep != h.full(),
			"a frame for two ports":          takes && w.inside && b.Number != w.before.Number,
		}.Report(hit)
		w.waits, w.beat = valid && !out.Tready[i], b
		if takes {
			w.before, w.inside = b, !b.Last
		}
	}
}
