package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/ethernet"
	"culprit.example/culprit/blocks/ethernet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var vlanRxCoverPoints = []string{
	"untagged", "VLAN tag", "priority tag", "both tags", "CN-TAG without a VLAN tag", "ends before its tag",
	"ends in its CN-TAG", "another ethertype", "shorter than a head", "bubble inside a frame", "frames back to back",
	"stalled at its first beat", "frame of several beats", "bad frame",
}

func vlanRxBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(ethernet.VLANRx), MinCycles: 10000, CoverPoints: vlanRxCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &vlanRxStimulus{model: golden.NewVLANRx(v["width"])}
			s.stream = stream{rng: rng, octets: v["width"] / 8, next: s.draw, idle: s.idle}
			return testbench.NewCase(golden.VLANRxIn{}, golden.VLANRxOut{}, s.model.Step, s.drive, s.observe)
		},
		Equivalent: map[string]string{
			"eth_vlan_rx has_cn_tag operator: and without its second operand #4": "a frame of one beat has no VLAN tag before the CN-TAG",
		},
	}
}

// vlanRxStimulus sends frames with and without tags.
type vlanRxStimulus struct {
	stream
	model  *golden.VLANRx
	leaves bool // a frame is leaving, before the cycle
}

// tagged is a frame with both tags.
func (s *vlanRxStimulus) tagged() []byte {
	f := data(s.rng, kit.Pick(s.rng, []int{20, 24, 60, 64, 20 + s.rng.Intn(100)}))
	copy(f[12:], "\x81\x00")
	copy(f[16:], "\x22\xe9")
	if kit.Chance(s.rng, 20) {
		f[14], f[15] = f[14]&0xf0, 0
	}
	return f
}

func (s *vlanRxStimulus) draw() frame {
	rng := s.rng
	f := frame{data: s.tagged(), behind: data(rng, s.octets), bad: kit.Chance(rng, 10)}
	switch rng.Intn(9) {
	case 0:
		f.data = data(rng, kit.Pick(rng, []int{1, 8, 9, 16, 17, 60, 1 + rng.Intn(150)}))
	case 1:
		f.data[kit.Pick(rng, []int{12, 13, 16, 17})] ^= 1 << rng.Intn(8)
	case 2:
		n := 1 + rng.Intn(20)
		f.data, f.behind = f.data[:n], f.data[n:]
	case 3:
		n := kit.Pick(rng, []int{8, 8, 8, 14, 15, 16, 16, 16, 18, 19})
		f.data, f.behind = f.data[:n], f.data[n:]
	case 4: // one tag, or two VLAN tags
		copy(f.data[16:], kit.Pick(rng, []string{"\x08\x00", "\x81\x00", "\x22\xe7"}))
	case 5:
		copy(f.data[12:], "\x22\xe9")
	case 7: // the ethertypes in wrong beats
		f.data = f.data[kit.Pick(rng, []int{8, 16}):]
	case 6: // inside of another frame
		f.data = append(data(rng, s.octets*(1+rng.Intn(3))), f.data...)
	}
	return f
}

func (s *vlanRxStimulus) idle() []byte {
	f := append(s.tagged(), make([]byte, 2*s.octets)...)
	at := s.octets * s.rng.Intn(3) % 24
	return golden.Beats(f[at:at+s.octets], s.octets, false)[0].Data.Bytes()
}

func (s *vlanRxStimulus) drive(cycle int) golden.VLANRxIn {
	in := s.stream.drive(cycle, s.model.Ready())
	return golden.VLANRxIn{DefaultPrio: s.rng.Intn(8), DefaultVid: s.rng.Intn(4096), StreamIn: in}
}

func (s *vlanRxStimulus) observe(in golden.VLANRxIn, out golden.VLANRxOut, hit func(string)) {
	f := s.sending.data
	head := func(at int, text string) bool { return len(f) >= at+len(text) && string(f[at:at+len(text)]) == text }
	ends := in.SAxisTvalid && out.SAxisTready && in.SAxisTlast
	vlan := ends && head(12, "\x81\x00")
	kit.Reached{
		"untagged":                  ends && len(f) >= 60 && !vlan,
		"VLAN tag":                  vlan && len(f) >= 16,
		"priority tag":              vlan && len(f) >= 16 && f[14]&15 == 0 && f[15] == 0,
		"both tags":                 vlan && head(16, "\x22\xe9") && len(f) >= 20,
		"CN-TAG without a VLAN tag": ends && head(12, "\x22\xe9"),
		"ends before its tag":       vlan && len(f) < 16,
		"ends in its CN-TAG":        vlan && head(16, "\x22\xe9") && len(f) < 20,
		"another ethertype":         vlan && len(f) > 20 && !head(16, "\x22\xe9"),
		"shorter than a head":       ends && len(f) < 12,
		"bubble inside a frame":     s.bubble,
		"frames back to back":       s.joins,
		"stalled at its first beat": out.MAxisTvalid && !in.MAxisTready && !s.leaves,
		"frame of several beats":    s.leaves && out.MAxisTvalid,
		"bad frame":                 ends && in.SAxisTuser,
	}.Report(hit)
	if out.MAxisTvalid && in.MAxisTready {
		s.leaves = !out.MAxisTlast
	}
}
