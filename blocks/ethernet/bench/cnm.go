package bench

import (
	"math/big"
	"math/rand"
	"slices"

	"culprit.example/culprit/blocks/ethernet"
	"culprit.example/culprit/blocks/ethernet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// notice is what any congestion point may say.
func notice(rng *rand.Rand, msdu int) golden.Notice {
	offset := func() uint16 { return uint16(kit.Pick(rng, []int{0, 1, 0xffff, 0x8000, rng.Intn(1 << 16)})) }
	return golden.Notice{
		Valid: true, Feedback: rng.Intn(64), QOffset: offset(), QDelta: offset(), CPID: rng.Uint64(), Prio: rng.Intn(8),
		VID: rng.Intn(4096), Flow: rng.Intn(1 << 16), Src: rng.Uint64() >> 16, Dst: rng.Uint64() >> 16,
		MSDU: new(big.Int).SetBytes(data(rng, msdu)),
	}
}

var cnmTxCoverPoints = []string{
	"CNM", "waits for a frame under way", "before a frame that waits", "one after the other", "offered while one waits",
	"stalled in its frame", "bubble inside a frame", "frames back to back",
}

func cnmTxBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(ethernet.CNMTx), MinCycles: 8000, CoverPoints: cnmTxCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := golden.NewCNMTx(v["width"], v["cnm_prio"], v["msdu"])
			s := &cnmTxStimulus{model: model, mac: rng.Uint64() >> 16, msdu: v["msdu"]}
			s.stream = stream{rng: rng, octets: v["width"] / 8, next: s.draw}
			return testbench.NewCase(golden.CNMTxIn{}, golden.CNMTxOut{}, s.step, s.drive, s.observe)
		},
		Equivalent: map[string]string{
			"eth_cnm_tx may_pass operator: or without its first operand #2": "a CNM is wanted until it has been sent",
		},
	}
}

// cnmTxStimulus offers notices, seldom or all the time.
type cnmTxStimulus struct {
	stream
	model *golden.CNMTx
	mac   uint64
	msdu  int

	sending, inside bool // before the cycle
	since           int  // cycles since one ended
}

func (s *cnmTxStimulus) draw() frame { return anyFrame(s.rng, s.octets) }

// anyFrame is a frame that means nothing.
func anyFrame(rng *rand.Rand, octets int) frame {
	n := kit.Pick(rng, []int{1, 8, 60, 64, 65, 1 + rng.Intn(30), 1 + rng.Intn(300), 1500})
	return frame{data: data(rng, n), behind: data(rng, octets), bad: kit.Chance(rng, 10)}
}

func (s *cnmTxStimulus) drive(cycle int) golden.CNMTxIn {
	n := notice(s.rng, s.msdu)
	n.Valid = kit.Chance(s.rng, []int{3, 100, 20}[cycle/300%3])
	return golden.CNMTxIn{MAC: s.mac, CNM: n, StreamIn: s.stream.drive(cycle, s.model.Ready())}
}

// step notes what a cycle meets.
func (s *cnmTxStimulus) step(in golden.CNMTxIn) golden.CNMTxOut {
	s.sending, s.inside = s.model.Sending(), s.model.Inside()
	return s.model.Step(in)
}

func (s *cnmTxStimulus) observe(in golden.CNMTxIn, out golden.CNMTxOut, hit func(string)) {
	begins := s.model.Sending() && !s.sending
	if s.since++; s.sending && !s.model.Sending() {
		s.since = 0
	}
	kit.Reached{
		"CNM":                         begins,
		"waits for a frame under way": !out.CNMReady && s.inside,
		"before a frame that waits":   begins && s.model.Waits(),
		"one after the other":         begins && s.since < 4,
		"offered while one waits":     in.CNM.Valid && !out.CNMReady,
		"stalled in its frame":        s.sending && out.MAxisTvalid && !in.MAxisTready,
		"bubble inside a frame":       s.bubble,
		"frames back to back":         s.joins,
	}.Report(hit)
}

var cnmRxCoverPoints = []string{
	"both tags", "CN-TAG alone", "no CN-TAG", "no tag", "bad", "RPID 0", "last flow", "RPID behind the last flow", "short",
	"other version", "to another host", "another frame", "congested", "not congested", "offset 0", "bubble inside a frame",
	"frames back to back", "counter at its end", "cleared", "event as they are cleared", "the host waits",
}

func cnmRxBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(ethernet.CNMRx), MinCycles: 20000, CoverPoints: cnmRxCoverPoints,
		Small: map[string]int{"count_bits": 3},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(cnmRxCoverPoints, kit.Cannot{"counter at its end": v["count_bits"] > 4})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &cnmRxStimulus{model: golden.NewCNMRx(v["count_bits"], v["flows"], v["q_offset_sign"]), mac: rng.Uint64() >> 16,
				flows: v["flows"], most: uint32(1<<v["count_bits"] - 1)}
			s.stream = stream{rng: rng, octets: v["width"] / 8, next: s.draw, idle: s.idle}
			out := golden.CNMRxOut{Seen: make([]bool, 5), Counts: make([]uint32, 5)}
			return testbench.NewCase(golden.CNMRxIn{}, out, s.model.Step, s.drive, s.observe)
		},
		Equivalent: map[string]string{
			"eth_cnm_rx field_28 index: bits from 8 up one lower": "of cnmQOffset only the sign counts",
			"eth_cnm_rx field_32 index: bits from 8 up one lower": "of cnmQOffset only the sign counts",
		},
	}
}

// cnmRxStimulus sends CNMs, such that are nearly some, and others.
type cnmRxStimulus struct {
	stream
	model *golden.CNMRx
	mac   uint64
	flows int
	most  uint32 // of a counter

	frame    []byte // that counts in this cycle, if any does
	bad, any bool
}

// cnm is one for this host, of any form.
func (s *cnmRxStimulus) cnm() []byte {
	rng := s.rng
	n := notice(rng, 14)
	n.Src = s.mac
	known := 1 + rng.Intn(s.flows)
	n.Flow = kit.Pick(rng, []int{1, s.flows, s.flows, s.flows + 1, 0, known, known, rng.Intn(1 << 16)})
	f := golden.CNMFrame(rng.Uint64()>>16, n, rng.Intn(8), 14)
	if kit.Chance(rng, 10) {
		f[22] |= byte(rng.Intn(16) << 4)
	}
	f[22] |= byte(rng.Intn(16))
	f[23] |= byte(rng.Intn(4) << 6)
	switch rng.Intn(8) {
	case 0, 1:
		f = slices.Delete(f, 12, 16) // CN-TAG alone
	case 2:
		f = slices.Delete(f, 16, 20) // VLAN tag alone
	case 3:
		f = slices.Delete(f, 12, 20)
	}
	return f
}

func (s *cnmRxStimulus) draw() frame {
	rng := s.rng
	f := frame{data: s.cnm(), behind: data(rng, s.octets), bad: kit.Chance(rng, 10)}
	part := func(n int) { f.data, f.behind = f.data[:n], f.data[n:] }
	switch rng.Intn(9) {
	case 0:
		return anyFrame(rng, s.octets)
	case 1, 2:
		f.data[kit.Pick(rng, []int{0, 1, 2, 3, 4, 5, 12, 13, 16, 17, 20, 21})] ^= 1 << rng.Intn(8)
	case 3:
		part(1 + rng.Intn(48))
	case 4:
		part(kit.Pick(rng, []int{8, 13, 14, 16, 17, 18, 21, 22, 23, 24, 37, 38, 41, 42, 45, 46}))
	case 5: // inside of another frame
		f.data = append(data(rng, s.octets*(1+rng.Intn(2))), f.data...)
	}
	return f
}

func (s *cnmRxStimulus) idle() []byte {
	f := append(s.cnm(), make([]byte, 64)...)
	at := s.octets * s.rng.Intn(6) % 48
	return golden.Beats(f[at:at+s.octets], s.octets, false)[0].Data.Bytes()
}

func (s *cnmRxStimulus) drive(cycle int) golden.CNMRxIn {
	s.frame, s.bad, s.any = s.model.Obeys()
	ready := kit.Chance(s.rng, 80)
	in := s.stream.drive(cycle, ready)
	return golden.CNMRxIn{MAC: s.mac, AxisTvalid: in.SAxisTvalid, AxisTready: ready, AxisTdata: in.SAxisTdata,
		AxisTkeep: in.SAxisTkeep, AxisTlast: in.SAxisTlast, AxisTuser: in.SAxisTuser,
		Clear: kit.Chance(s.rng, []int{0, 2}[cycle/2500%2])}
}

func (s *cnmRxStimulus) observe(in golden.CNMRxIn, out golden.CNMRxOut, hit func(string)) {
	kit.Reached{
		"bubble inside a frame": s.bubble, "frames back to back": s.joins, "the host waits": in.AxisTvalid && !in.AxisTready,
		"counter at its end": slices.Contains(out.Counts, s.most),
		"cleared":            in.Clear && slices.Contains(out.Seen, true),
		"congested":          out.CNMValid && out.CNMCongested,
		"not congested":      out.CNMValid && !out.CNMCongested,
	}.Report(hit)
	if !s.any {
		return
	}
	f := s.frame
	event, none := s.model.Event(f, s.bad, s.mac)
	if none {
		other, _ := s.model.Event(f, s.bad, macOf(f))
		kit.Reached{"another frame": len(f) > 60, "to another host": len(f) >= 60 && other == golden.CNMHeard}.Report(hit)
		return
	}
	head := func(at int, text string) bool { return string(f[at:at+len(text)]) == text }
	vlan := head(12, "\x81\x00")
	at := 14 // the RPID, if there is one
	if vlan {
		at = 18
	}
	tagged := head(at-2, "\x22\xe9")
	rpid := -1
	if tagged {
		rpid = int(f[at])<<8 | int(f[at+1])
	}
	heard := event == golden.CNMHeard
	kit.Reached{
		"both tags": heard && vlan, "CN-TAG alone": heard && !vlan, "no CN-TAG": vlan && !tagged, "no tag": !vlan && !tagged,
		"bad": event == golden.CNMBad, "RPID 0": rpid == 0, "last flow": heard && rpid == s.flows,
		"RPID behind the last flow": rpid == s.flows+1, "short": event == golden.CNMShort,
		"other version": event == golden.CNMVersion,
		"offset 0":      heard && f[at+14]|f[at+15] == 0, "event as they are cleared": in.Clear,
	}.Report(hit)
}

// macOf is the address that a frame goes to, 0 if it has none.
func macOf(f []byte) uint64 {
	if len(f) < 6 {
		return 0
	}
	return new(big.Int).SetBytes(f[:6]).Uint64()
}
