package golden

import (
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// device is a switch with the pins of VOQnet; the other one ignores the
// destinations of credits.
type device interface{ Step(NetIn) NetOut }

type swDevice struct{ *SwSwitch }

func (d swDevice) Step(in NetIn) NetOut {
	out := d.SwSwitch.Step(SwIn{in.LinksIn, in.PinsIn})
	return NetOut{out.LinksOut, out.PinsOut, make([]int, len(in.RxValid))}
}

// devices are both switches after reset.
func devices(p Params) map[string]device {
	return map[string]device{"voqsw": swDevice{NewSwSwitch(p)}, "voqnet": NewNetSwitch(p)}
}

func defaults(latency int) Params {
	return Params{Ports: 8, Slots: 64, Nodes: 64, Depth: 4, LinkLatency: latency, ErrorBits: 8}
}

// first is the first beat of a packet from one port to another, with one turn
// left below.
func first(from, to, dst int) uint64 {
	return uint64(packet.Turn(8, from, to))<<61 | 5<<58 | 30<<28 | uint64(dst)
}

// TestFallThrough: when a packet alone appears at the pins, what has changed in
// it, and when its credit is back.
func TestFallThrough(t *testing.T) {
	for _, latency := range []int{1, 2, 16} {
		for name, m := range devices(defaults(latency)) {
			const from, to, dst = 6, 1, 33
			for cycle := range 80 {
				in := NewNetIn(8)
				if cycle < packet.Beats {
					in.RxValid[from], in.RxSop[from], in.RxEop[from] = true, cycle == 0, cycle == packet.Beats-1
					in.RxData[from][0] = uint64(cycle)
				}
				if cycle == 0 {
					in.RxData[from][0] = first(from, to, dst)
				}
				out := m.Step(in)
				beat := cycle - 8 - latency
				for port := range 8 {
					assert.Equal(t, out.TxValid[port], port == to && beat >= 0 && beat < packet.Beats, "%s port %d cycle %d", name,
						port, cycle)
				}
				switch {
				case beat == 0:
					assert.Equal(t, out.TxData[to][0], first(from, to, dst)&^(31<<28)|27<<28)
				case beat > 0 && beat < packet.Beats:
					assert.Equal(t, out.TxData[to][0], uint64(beat))
				}
				assert.Equal(t, out.RxCredit[from], cycle == 5+8+latency, "%s cycle %d", name, cycle)
				if out.RxCredit[from] && name == "voqnet" {
					assert.Equal(t, out.RxCreditDst[from], dst)
				}
			}
		}
	}
}

// TestBackToBack: inputs that always have packets, each for an output of its own, fill
// them: no cycle between packets.
func TestBackToBack(t *testing.T) {
	for name, m := range devices(defaults(2)) {
		beats := 0
		for cycle := range 1000 {
			in := NewNetIn(8)
			for i := range 8 {
				to := (i + 3) % 8
				in.RxValid[i], in.RxSop[i], in.RxEop[i] = true, cycle%packet.Beats == 0, cycle%packet.Beats == packet.Beats-1
				in.RxData[i][0] = first(i, to, to)
				in.TxCredit[to], in.TxCreditDst[to] = cycle > 20 && cycle%packet.Beats == 0, to
			}
			for _, valid := range m.Step(in).TxValid {
				if valid && cycle >= 100 {
					beats++
				}
			}
		}
		assert.Equal(t, beats, 8*900, name)
	}
}

// TestNoBlockingBehindAnotherOutput: a packet for a busy output does not hold up
// one for an idle output, of any queue.
func TestNoBlockingBehindAnotherOutput(t *testing.T) {
	for name, m := range devices(defaults(1)) {
		left := map[int]int{} // by output: cycle of its second packet, or of its first if it has one
		for cycle := range 60 {
			in := NewNetIn(8)
			// Port 0 sends to 2, then to 3; port 1 sends to 2 at the same time.
			for from, to := range [][]int{{2, 3}, {2}} {
				if n := cycle / packet.Beats; n < len(to) {
					in.RxValid[from], in.RxSop[from], in.RxEop[from] = true, cycle%packet.Beats == 0,
						cycle%packet.Beats == packet.Beats-1
					in.RxData[from][0] = first(from, to[n], to[n])
				}
			}
			for o, sop := range m.Step(in).TxSop {
				if sop {
					left[o] = cycle
				}
			}
		}
		assert.Equal(t, left[3], 9+8, name)
		assert.Equal(t, left[2], 9+8, name)
	}
}

// TestPrivateCredits: a destination without credits does not hold up another one
// at the same output in VOQnet; in VOQsw both are one queue.
func TestPrivateCredits(t *testing.T) {
	for name, m := range devices(Params{Ports: 8, Slots: 8, Nodes: 16, Depth: 2, LinkLatency: 1}) {
		sent := map[uint64]int{} // by destination
		for cycle := range 400 {
			in := NewNetIn(8)
			dst, n := 9, cycle/packet.Beats
			if n >= 4 {
				dst = 10
			}
			switch {
			case n < 4, n >= 20 && n < 22: // 4 packets for 9, 2 for 10
				in.RxValid[0], in.RxSop[0], in.RxEop[0] = true, cycle%packet.Beats == 0, cycle%packet.Beats == packet.Beats-1
				in.RxData[0][0] = first(0, 4, dst)
			}
			out := m.Step(in)
			if out.TxSop[4] {
				sent[out.TxData[4][0]&0xff]++
			}
		}
		want := map[uint64]int{9: 4, 10: 2} // all: 8 credits
		if name == "voqnet" {
			want = map[uint64]int{9: 2, 10: 2}
		}
		assert.DeepEqual(t, sent, want)
	}
}
