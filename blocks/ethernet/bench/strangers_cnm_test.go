package bench

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/ethernet"
	"culprit.example/culprit/blocks/ethernet/golden"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/benchtest"
)

// TestScapyTags: eth_vlan_rx finds the tags that scapy has made beside the first beat of each frame.
func TestScapyTags(t *testing.T) {
	tiers.Tools(t, "scapy")
	t.Parallel()
	const prio, vlan = 5, 77
	frames := scapy(t, "tags", fmt.Sprint(tiers.Seed(1)), "100")
	for _, width := range []int{64, 512} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			s := simulate(t, "eth_vlan_rx", map[string]int{"width": width})
			s.Set("default_prio", prio)
			s.Set("default_vid", vlan)
			found := 0
			starts := true
			step := func(b *golden.Beat) bool {
				s.Engine.Eval()
				if s.Get("m_axis_tvalid") == 1 {
					if starts {
						s.finds(t, frames[found], prio, vlan)
						found++
					}
					starts = s.Get("m_axis_tlast") == 1
				}
				return s.cycle(b)
			}
			var all [][]byte
			for _, f := range frames {
				all = append(all, octetsOf(t, f.Octets))
				for _, b := range golden.Beats(all[len(all)-1], s.octets, false) {
					for !step(&b) {
					}
				}
			}
			for range 10 {
				step(nil)
			}
			assert.Equal(t, found, len(frames))
			assert.DeepEqual(t, s.frames, all)
			s.IsSound()
		})
	}
}

// finds compares what is said of a frame with what scapy has written into it.
func (s *through) finds(t *testing.T, f told, prio, vlan int) {
	t.Helper()
	if f.Tag.Prio != nil {
		prio, vlan = *f.Tag.Prio, *f.Tag.VLAN
	}
	assert.Equal(t, s.Get("m_axis_prio"), prio)
	assert.Equal(t, s.Get("m_axis_vid"), vlan)
	assert.Equal(t, s.Get("m_axis_tagged") == 1, f.Tag.Prio != nil)
	assert.Equal(t, s.Get("m_axis_has_flow") == 1, f.Tag.Flow != nil)
	if f.Tag.Flow != nil {
		assert.Equal(t, s.Get("m_axis_flow"), *f.Tag.Flow)
	}
}

// TestScapyCNMs: eth_cnm_rx says of the CNMs of scapy's, and of no other frame, what they say.
func TestScapyCNMs(t *testing.T) {
	tiers.Tools(t, "scapy")
	t.Parallel()
	frames := scapy(t, "cnm", fmt.Sprint(tiers.Seed(1)), "100", "02:00:00:00:00:05")
	for _, width := range []int{64, 512} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			s := benchtest.Simulate(t, ethernet.Blocks(), "eth_cnm_rx", map[string]int{"width": width}, nil)
			s.SetWords("mac", 0x02_00_00_00_00_05)
			s.Set("axis_tready", 1)
			var due [3]*cnmTold // what is to be told in the next cycles
			heard := 0
			step := func(b *golden.Beat, said *cnmTold) {
				s.Set("axis_tvalid", 0)
				if b != nil {
					s.Set("axis_tvalid", 1)
					s.SetWords("axis_tdata", wordsOf(b.Data)...)
					s.SetWords("axis_tkeep", b.Keep)
					s.Set("axis_tlast", map[bool]int{true: 1}[b.Last])
				}
				s.Engine.Eval()
				now := due[0]
				due = [3]*cnmTold{due[1], due[2], said}
				assert.Equal(t, s.Get("cnm_valid") == 1, now != nil)
				if now != nil {
					got := cnmTold{Flow: s.Get("cnm_flow"), Feedback: s.Get("cnm_feedback"), Congested: s.Get("cnm_congested") == 1}
					assert.DeepEqual(t, got, *now)
					heard++
				}
				s.Engine.Step()
			}
			for _, f := range frames {
				beats := golden.Beats(octetsOf(t, f.Octets), width/8, false)
				for i := range beats {
					said := f.CNM
					if i < len(beats)-1 {
						said = nil
					}
					step(&beats[i], said)
				}
			}
			for range 5 {
				step(nil, nil)
			}
			assert.Assert(t, heard > 30, "%d CNMs were heard", heard)
			s.IsSound()
		})
	}
}

// TestStrangersReadCNM: scapy reads from a file what eth_cnm_tx sends, and finds every field; tshark,
// which does not know CNMs, finds the VLAN tag and no error.
func TestStrangersReadCNM(t *testing.T) {
	tiers.Tools(t, "scapy", "tshark")
	t.Parallel()
	const mac = 0x02_1a_2b_3c_4d_5e
	for _, c := range []struct{ width, msdu int }{{64, 14}, {512, 64}} {
		t.Run(fmt.Sprint(c.width), func(t *testing.T) {
			t.Parallel()
			seed := tiers.Seed(1)
			rng := rand.New(rand.NewSource(int64(seed)))
			s := simulate(t, "eth_cnm_tx", map[string]int{"width": c.width, "msdu": c.msdu})
			s.SetWords("mac", mac)
			var notices []golden.Notice
			var tags []string
			for range 30 {
				n := notice(rng, c.msdu)
				notices = append(notices, n)
				tags = append(tags, fmt.Sprintf("\t\t6\t%d\t0x22e9", n.VID))
				s.offer(n)
				for range 20 {
					s.cycle(nil)
					s.Set("cnm_valid", 0)
				}
			}
			s.IsSound()
			file := filepath.Join(t.TempDir(), "sent.pcap")
			assert.NilError(t, os.WriteFile(file, pcap(s.frames), 0o666))
			for i, f := range scapy(t, "read", file) {
				checkCNM(t, f, notices[i], c.msdu)
			}
			assert.Equal(t, len(s.frames), len(notices))
			said := outputOf(t, "tshark", "-n", "-r", file, "-T", "fields", "-e", "_ws.malformed", "-e", "_ws.expert.message",
				"-e", "vlan.priority", "-e", "vlan.id", "-e", "vlan.etype")
			assert.DeepEqual(t, strings.Split(strings.TrimRight(said, "\n"), "\n"), tags)
		})
	}
}

// offer drives the inputs of a notice.
func (s *through) offer(n golden.Notice) {
	s.t.Helper()
	for name, x := range map[string]uint64{
		"valid": 1, "feedback": uint64(n.Feedback), "q_offset": uint64(n.QOffset), "q_delta": uint64(n.QDelta),
		"cpid": n.CPID, "prio": uint64(n.Prio), "vid": uint64(n.VID), "flow": uint64(n.Flow), "src": n.Src, "dst": n.Dst,
	} {
		s.SetWords("cnm_"+name, x)
	}
	s.SetWords("cnm_msdu", wordsOf(n.MSDU)...)
}

// checkCNM compares what scapy has read with the notice, of that many octets of an MSDU.
func checkCNM(t *testing.T, f told, n golden.Notice, msdu int) {
	t.Helper()
	assert.Assert(t, f.CNM != nil, f.Octets)
	mac := func(x uint64) string {
		list := make([]string, 6)
		for i := range list {
			list[i] = fmt.Sprintf("%02x", x>>(40-8*i)&0xff)
		}
		return strings.Join(list, ":")
	}
	assert.Equal(t, f.Source, "02:1a:2b:3c:4d:5e")
	assert.Equal(t, f.Destination, mac(n.Src))
	assert.DeepEqual(t, []int{*f.Tag.Prio, *f.Tag.VLAN, *f.Tag.Flow}, []int{6, n.VID, n.Flow})
	assert.Equal(t, f.CNM.MSDU, fmt.Sprintf("%0*x", 2*msdu, n.MSDU))
	f.CNM.MSDU = ""
	assert.DeepEqual(t, *f.CNM, cnmTold{Feedback: n.Feedback, CPID: fmt.Sprintf("%016x", n.CPID), Destination: mac(n.Dst),
		Offset: int(int16(n.QOffset)), Delta: int(int16(n.QDelta)), Prio: n.Prio})
}
