package bench

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/ethernet"
	"culprit.example/culprit/blocks/ethernet/golden"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/benchtest"
)

// told is what testdata/frames.py says of a frame.
type told struct {
	Octets              string
	Control             bool   // a MAC control frame
	Source, Destination string // MAC addresses
	Times               []*int // of the priorities, nil where the frame does not speak of one; nil of another frame
	Tag                 struct{ Prio, VLAN, Flow *int }
	CNM                 *cnmTold
}

// cnmTold is what it says of a CNM: of one that is sent, or of one that is read.
type cnmTold struct {
	Flow, Feedback int
	Congested      bool

	CPID, Destination, MSDU string
	Offset, Delta, Prio     int
}

// octetsOf are those of a frame.
func octetsOf(t *testing.T, text string) []byte {
	t.Helper()
	var list []byte
	_, err := fmt.Sscanf(text, "%x", &list)
	assert.NilError(t, err)
	return list
}

// scapy runs testdata/frames.py.
func scapy(t *testing.T, args ...string) (list []told) {
	t.Helper()
	script, err := filepath.Abs(filepath.Join("testdata", "frames.py"))
	assert.NilError(t, err)
	said := outputOf(t, benchtest.Python(t), append([]string{script}, args...)...)
	for line := range strings.Lines(said) {
		var x told
		assert.NilError(t, json.Unmarshal([]byte(line), &x))
		list = append(list, x)
	}
	return list
}

// outputOf is what a program writes.
func outputOf(t *testing.T, program string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	var wrong bytes.Buffer
	c.Stderr = &wrong
	said, err := c.Output()
	assert.NilError(t, err, "%s", wrong.String())
	return string(said)
}

// through is a block in simulation with frames on its stream.
type through struct {
	*benchtest.Simulation
	t      *testing.T
	octets int // of a beat
	frame  []byte
	frames [][]byte // that have left
}

// cycle is a clock cycle with a beat at the input, nil for none. It reports whether it is taken.
func (s *through) cycle(b *golden.Beat) (taken bool) {
	s.t.Helper()
	s.Set("s_axis_tvalid", 0)
	if b != nil {
		s.Set("s_axis_tvalid", 1)
		s.SetWords("s_axis_tdata", wordsOf(b.Data)...)
		s.SetWords("s_axis_tkeep", b.Keep)
		s.Set("s_axis_tlast", map[bool]int{true: 1}[b.Last])
	}
	s.Engine.Eval()
	taken = b != nil && s.Get("s_axis_tready") == 1
	if s.Get("m_axis_tvalid") == 1 {
		data, keep := make([]uint64, s.octets/8), make([]uint64, 1)
		s.GetWords("m_axis_tdata", data)
		s.GetWords("m_axis_tkeep", keep)
		for i := range s.octets {
			if keep[0]>>i&1 == 1 {
				s.frame = append(s.frame, byte(data[i/8]>>(8*(i%8))))
			}
		}
		if s.Get("m_axis_tlast") == 1 {
			s.frames, s.frame = append(s.frames, s.frame), nil
		}
	}
	s.Engine.Step()
	return taken
}

// wordsOf are the words of a number, the lowest first.
func wordsOf(x *big.Int) (list []uint64) {
	octets := x.FillBytes(make([]byte, 64))
	for at := len(octets); at > 0; at -= 8 {
		list = append(list, binary.BigEndian.Uint64(octets[at-8:at]))
	}
	return list
}

func simulate(t *testing.T, block string, params map[string]int) *through {
	t.Helper()
	run := benchtest.Simulate(t, ethernet.Blocks(), block, params, nil)
	s := &through{Simulation: run, t: t, octets: params["width"] / 8}
	s.Set("m_axis_tready", 1)
	return s
}

// pauses is what a port must do: until when each priority is paused, and the frames that do not
// count yet.
type pauses struct {
	now, quantum int // cycles
	until        [8]int
	from         []int // cycles from which on frames count
	times        [][]*int
}

// want are the priorities that are paused in this cycle.
func (p *pauses) want() (mask int) {
	for ; len(p.from) > 0 && p.from[0] == p.now; p.from, p.times = p.from[1:], p.times[1:] {
		for k, time := range p.times[0] {
			if time != nil {
				p.until[k] = p.now + *time*p.quantum
			}
		}
	}
	for k, end := range p.until {
		if p.now < end {
			mask |= 1 << k
		}
	}
	return mask
}

// TestScapyPauses: what scapy sends is obeyed to the cycle, for each priority, and other frames pass.
func TestScapyPauses(t *testing.T) {
	tiers.Tools(t, "scapy")
	t.Parallel()
	seed := tiers.Seed(1)
	frames := scapy(t, "send", fmt.Sprint(seed), "120")
	for _, width := range []int{64, 512} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			s, p := simulate(t, "eth_pfc_rx", map[string]int{"width": width}), pauses{quantum: 512 / width}
			s.Set("tick", 1)
			paused := map[int]bool{}
			step := func(b *golden.Beat) {
				s.Engine.Eval()
				pause := s.Get("pause")
				assert.Equal(t, pause, p.want(), "seed %d, cycle %d", seed, p.now)
				paused[pause] = true
				assert.Equal(t, s.cycle(b), b != nil)
				p.now++
			}
			var others [][]byte
			for i, f := range frames {
				octets := octetsOf(t, f.Octets)
				for _, b := range golden.Beats(octets, s.octets, false) {
					step(&b)
				}
				p.from, p.times = append(p.from, p.now-1+3), append(p.times, f.Times)
				if !f.Control {
					others = append(others, octets)
				}
				for range []int{0, 1, 7, 80 * p.quantum}[i%4] {
					step(nil)
				}
			}
			assert.DeepEqual(t, s.frames, others)
			assert.Assert(t, len(paused) > 50, "%d sets of priorities were paused", len(paused))
			s.IsSound()
		})
	}
}

// TestStrangersReadPFC: scapy and tshark read from a file what eth_pfc_tx sends between frames of
// scapy's, and find the priorities that stop, in frames without an error.
func TestStrangersReadPFC(t *testing.T) {
	tiers.Tools(t, "scapy", "tshark")
	t.Parallel()
	const quanta, mac = 200, 0x02_1a_2b_3c_4d_5e
	frames := scapy(t, "send", fmt.Sprint(tiers.Seed(1)), "60")
	steps := []int{1, 0, 0x80, 0xff, 0x0f, 0xf0, 0xa5, 0x5a, 0}
	for _, width := range []int{64, 512} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			s := simulate(t, "eth_pfc_tx", map[string]int{"width": width, "quanta": quanta, "refresh": 90})
			s.Set("tick", 1)
			s.SetWords("mac", mac)
			var want [][]*int
			before := 0
			var others [][]byte
			for i, xoff := range steps {
				s.Set("xoff", xoff)
				want = append(want, timesOf(before|xoff, xoff, quanta))
				if before = xoff; xoff != 0 {
					want = append(want, timesOf(xoff, xoff, quanta)) // as a repetition
				}
				for _, f := range frames[6*i : 6*i+6] {
					if octets := octetsOf(t, f.Octets); !f.Control {
						others = append(others, octets)
						for _, b := range golden.Beats(octets, s.octets, false) {
							for !s.cycle(&b) {
							}
						}
					}
				}
				for range 250 * 512 / width {
					s.cycle(nil)
				}
			}
			s.IsSound()
			file := filepath.Join(t.TempDir(), "sent.pcap")
			assert.NilError(t, os.WriteFile(file, pcap(s.frames), 0o666))
			read := scapy(t, "read", file)
			readBack(t, read, want, others)
			tsharkAgrees(t, file, read)
		})
	}
}

// timesOf are the times of a PFC frame that speaks of some priorities, of which some stop.
func timesOf(speaks, stops, quanta int) []*int {
	list := make([]*int, 8)
	for k := range list {
		if speaks>>k&1 == 1 {
			time := stops >> k & 1 * quanta
			list[k] = &time
		}
	}
	return list
}

// readBack checks what scapy has read: frames of PFC, repetitions aside, and the others.
func readBack(t *testing.T, read []told, want [][]*int, others [][]byte) {
	t.Helper()
	var got [][]*int
	var rest [][]byte
	for _, f := range read {
		octets := octetsOf(t, f.Octets)
		if !f.Control {
			rest = append(rest, octets)
			continue
		}
		assert.Equal(t, f.Source, "02:1a:2b:3c:4d:5e")
		assert.Equal(t, len(octets), 60)
		if len(got) == 0 || !slices.EqualFunc(got[len(got)-1], f.Times, sameTime) {
			got = append(got, f.Times)
		}
	}
	want = slices.CompactFunc(want, func(a, b []*int) bool { return slices.EqualFunc(a, b, sameTime) })
	assert.DeepEqual(t, got, want)
	assert.DeepEqual(t, rest, others)
}

func sameTime(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }

// tsharkAgrees checks that tshark finds no error in a file, and in its PFC frames what scapy has found.
func tsharkAgrees(t *testing.T, file string, read []told) {
	t.Helper()
	fields := []string{"_ws.malformed", "_ws.expert.message", "macc.opcode", "macc.cbfc.enbv"}
	for k := range 8 {
		fields = append(fields, fmt.Sprintf("macc.cbfc.pause_time.c%d", k))
	}
	args := []string{"-n", "-r", file, "-Y", "macc", "-T", "fields"}
	for _, f := range fields {
		args = append(args, "-e", f)
	}
	var want []string
	for _, f := range read {
		if !f.Control {
			continue
		}
		enable, times := 0, []string{}
		for k, time := range f.Times {
			if time == nil {
				time = new(int)
			} else {
				enable |= 1 << k
			}
			times = append(times, fmt.Sprint(*time))
		}
		want = append(want, fmt.Sprintf("\t\t0x0101\t0x%04x\t%s", enable, strings.Join(times, "\t")))
	}
	assert.DeepEqual(t, strings.Split(strings.TrimRight(outputOf(t, "tshark", args...), "\n"), "\n"), want)
}

// pcap is a file of frames without FCS.
func pcap(frames [][]byte) []byte {
	var out []byte
	for _, x := range []uint32{0xa1b2c3d4, 2 | 4<<16, 0, 0, 65535, 1} { // version 2.4, Ethernet
		out = binary.LittleEndian.AppendUint32(out, x)
	}
	for i, f := range frames {
		for _, x := range []int{i, 0, len(f), len(f)} {
			out = binary.LittleEndian.AppendUint32(out, uint32(x))
		}
		out = append(out, f...)
	}
	return out
}
