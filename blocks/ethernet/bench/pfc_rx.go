package bench

import (
	"encoding/binary"
	"math/rand"
	"slices"

	"culprit.example/culprit/blocks/ethernet"
	"culprit.example/culprit/blocks/ethernet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var pfcRxCoverPoints = []string{
	"XOFF", "XON ends a pause", "its time ends a pause", "time of 1", "time of all ones", "another time while paused",
	"not spoken of while paused", "eight times", "PAUSE", "PAUSE of 0 ends pauses", "bad", "short", "other opcode",
	"one bit off a control frame", "shorter than an ethertype", "longer than 60 octets",
	"taken out behind a stream that stands", "bubble inside a frame", "frames back to back", "counter at its end",
	"cleared", "event as they are cleared",
	"link stands",
}

func pfcRxBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(ethernet.PFCRx), MinCycles: 16000, CoverPoints: pfcRxCoverPoints,
		Small: map[string]int{"count_bits": 3},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(pfcRxCoverPoints, kit.Cannot{"counter at its end": v["count_bits"] > 5})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &pfcRxStimulus{model: golden.NewPFCRx(v["width"], v["count_bits"]), most: uint32(1<<v["count_bits"] - 1)}
			s.stream = stream{rng: rng, octets: v["width"] / 8, next: s.draw, idle: s.idle}
			out := golden.PFCRxOut{Pause: make([]bool, 8), Seen: make([]bool, 5), Counts: make([]uint32, 5)}
			return testbench.NewCase(golden.PFCRxIn{}, out, s.model.Step, s.drive, s.observe)
		},
		Equivalent: map[string]string{
			"eth_pfc_rx says_pfc order: highest two of a concatenation of 2 exchanged": "the opcode of PFC is the same in both orders",
			"eth_pfc_rx has_opcode operator: and without its first operand":            "a frame of one beat has no ethertype, and is no control frame",
		},
	}
}

// pfcRxStimulus sends control frames, such that are nearly some, and others.
type pfcRxStimulus struct {
	stream
	model *golden.PFCRx
	most  uint32 // of a counter

	left        [8]int // before the cycle
	frame       []byte // that counts in it, if any does
	bad, any    bool
	drops, full bool
}

// control is a MAC control frame of 60 octets with any times.
func (s *pfcRxStimulus) control() []byte {
	f := make([]byte, 60)
	copy(f, "\x01\x80\xc2\x00\x00\x01")
	s.rng.Read(f[6:12])
	any := s.rng.Uint32() & 0xffff
	opcode := kit.Pick(s.rng, []uint32{0x0101, 0x0101, 0x0101, 0x0101, 0x0001, 0x0001, 0x0100, 0x0102, 0x8101, 0, any})
	binary.BigEndian.PutUint32(f[12:], 0x8808<<16|opcode)
	if opcode == 1 {
		binary.BigEndian.PutUint16(f[16:], s.time())
		return f
	}
	f[16], f[17] = byte(s.rng.Intn(256)), byte(s.rng.Intn(256))
	for k := range 8 {
		binary.BigEndian.PutUint16(f[18+2*k:], s.time())
	}
	return f
}

func (s *pfcRxStimulus) time() uint16 {
	rng := s.rng
	return uint16(kit.Pick(rng, []int{0, 1, 2, 3 + rng.Intn(5), rng.Intn(20), rng.Intn(100), 65535, rng.Intn(65536)}))
}

// draw makes a frame. Behind a part of a control frame comes the rest of it.
func (s *pfcRxStimulus) draw() frame {
	rng := s.rng
	f := frame{data: s.control(), behind: data(rng, s.octets), bad: kit.Chance(rng, 10)}
	part := func(n int) { f.data, f.behind = f.data[:n], f.data[n:] }
	switch rng.Intn(10) {
	case 0, 1: // another frame
		f.data = data(rng, kit.Pick(rng, []int{1, 13, 14, 60, 60, 64, 65, 128, 1 + rng.Intn(200)}))
	case 2: // nearly one
		f.data[kit.Pick(rng, []int{0, 1, 2, 3, 4, 5, 12, 13})] ^= 1 << rng.Intn(8)
	case 3:
		part(1 + rng.Intn(36))
	case 4:
		part(kit.Pick(rng, []int{8, 12, 13, 14, 15, 16, 17, 18, 33, 34}))
	case 5: // more than one
		f.data = append(f.data, data(rng, 1+rng.Intn(100))...)
	case 6: // one inside of another frame
		f.data = append(data(rng, s.octets*(1+rng.Intn(2))), f.data...)
	case 7: // the ethertype in the wrong beat
		f.data = f.data[8:]
	}
	return f
}

// idle is a part of a control frame.
func (s *pfcRxStimulus) idle() []byte {
	f := append(s.control(), make([]byte, s.octets)...)
	at := kit.Pick(s.rng, []int{0, s.octets % 32})
	return golden.Beats(f[at:at+s.octets], s.octets, false)[0].Data.Bytes()
}

func (s *pfcRxStimulus) drive(cycle int) golden.PFCRxIn {
	s.left = s.model.Left()
	s.frame, s.bad, s.any = s.model.Obeys()
	s.drops, s.full = s.model.Drops()
	tick := kit.Pick(s.rng, []bool{true, kit.Chance(s.rng, []int{100, 50, 10}[cycle/700%3])})
	clears := kit.Chance(s.rng, []int{0, 2}[cycle/2000%2])
	return golden.PFCRxIn{Tick: tick, Clear: clears, StreamIn: s.stream.drive(cycle, s.model.Ready())}
}

func (s *pfcRxStimulus) observe(in golden.PFCRxIn, out golden.PFCRxOut, hit func(string)) {
	now := s.model.Left()
	paused, ends := 0, false
	for k, n := range s.left {
		paused += min(n, 1)
		ends = ends || n == 1 && now[k] == 0
	}
	kit.Reached{
		"its time ends a pause":                 ends && !s.any,
		"link stands":                           paused > 0 && !in.Tick,
		"taken out behind a stream that stands": s.drops && s.full,
		"bubble inside a frame":                 s.bubble,
		"frames back to back":                   s.joins,
		"counter at its end":                    slices.Contains(out.Counts, s.most),
		"cleared":                               in.Clear && slices.Contains(out.Seen, true),
	}.Report(hit)
	if s.any {
		s.observeFrame(in.Clear, paused, hit)
	}
}

// observeFrame looks at a frame that counts in this cycle, with some priorities paused.
func (s *pfcRxStimulus) observeFrame(clears bool, paused int, hit func(string)) {
	f := s.frame
	event, none := golden.Event(f, s.bad)
	if none {
		long := len(f) >= 14
		kit.Reached{
			"one bit off a control frame": long && (string(f[12:14]) == "\x88\x08" || string(f[:4]) == "\x01\x80\xc2\x00"),
			"shorter than an ethertype":   len(f) < 14 && f[0] == 1,
		}.Report(hit)
		return
	}
	kit.Reached{
		"event as they are cleared": clears, "longer than 60 octets": len(f) > 60,
		"bad": event == golden.Bad, "short": event == golden.Short, "other opcode": event == golden.Opcode,
		"PAUSE":                  event == golden.Pause,
		"PAUSE of 0 ends pauses": event == golden.Pause && paused > 0 && f[16]|f[17] == 0,
	}.Report(hit)
	if event != golden.PFC {
		return
	}
	times := map[uint16]bool{}
	for k, left := range s.left {
		time, speaks := binary.BigEndian.Uint16(f[18+2*k:]), f[17]>>k&1 == 1
		times[time] = true
		kit.Reached{
			"XOFF":                       speaks && time > 0,
			"XON ends a pause":           speaks && time == 0 && left > 1,
			"time of 1":                  speaks && time == 1,
			"time of all ones":           speaks && time == 65535,
			"another time while paused":  speaks && time > 0 && left > 1,
			"not spoken of while paused": !speaks && left > 1,
		}.Report(hit)
	}
	kit.Reached{"eight times": f[17] != 0 && len(times) >= 7}.Report(hit)
}
