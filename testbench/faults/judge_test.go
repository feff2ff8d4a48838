package faults

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

func named(name string) func(*ir.Signal) bool {
	return func(s *ir.Signal) bool { return s.Name == name }
}

func bit(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}

// received is what two nodes have received: packets of one flow each.
func received(first, second []uint64) *seen {
	c := &seen{noticed: map[int]int{}}
	for node, list := range [][]uint64{first, second} {
		c.arrived = append(c.arrived, nil)
		for i, x := range list {
			p := Packet{Flow: string(rune('a' + node)), Content: []uint64{x, 99}, Whole: x != 0}
			c.arrived[node] = append(c.arrived[node], arrival{p, 100 * (i + 1)})
		}
	}
	return c
}

// TestJudge: each thing that can become of packets is counted as what it is.
func TestJudge(t *testing.T) {
	t.Parallel()
	sound := received([]uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58})
	l := &lab{netlist: &netlist{errors: []place{{Errors: Errors{Unit: "sw", Ports: 2}, name: "cut", copy: 1, port: 1}}}}
	at := trial{link: blocks.Link{From: blocks.End{Unit: "node"}, To: blocks.End{Unit: "sw", Copy: 1, Port: 1}}}
	for _, c := range []struct {
		what          string
		first, second []uint64
		change        func(*seen)
		want          outcome
	}{
		{"nothing", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58}, nil, outcome{}},
		{"lost", []uint64{0x10, 0x30}, []uint64{0x44, 0x58}, nil, outcome{lost: 1, breaches: []Breach{Unseen}}},
		{"lost at last", []uint64{0x10, 0x20}, []uint64{0x44, 0x58}, nil,
			outcome{lost: 1, lostAfter: 1, breaches: []Breach{Unseen, Stuck}}},
		{"doubled", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x44, 0x58}, nil, outcome{doubled: 1, breaches: []Breach{Unseen}}},
		{"damaged", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58, 0}, func(c *seen) { c.noticed[0] = 57 },
			outcome{damaged: 1, notices: []notice{{"cut at the receiver", 50}}}},
		{"wrong", []uint64{0x10, 0x21, 0x30}, []uint64{0x44, 0x58}, nil, outcome{wrong: 1, breaches: []Breach{Wrong, Unseen}}},
		{"foreign", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58, 0xfff}, nil,
			outcome{foreign: 1, breaches: []Breach{Foreign, Unseen}}},
		{"parts of a packet", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58}, func(c *seen) {
			c.arrived[1][0].Content = c.arrived[1][0].Content[:1]
		}, outcome{lost: 1, joined: 1, breaches: []Breach{Joined, Unseen}}},
		{"parts of packets of others", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58}, func(c *seen) {
			c.arrived[1][0].Content = c.arrived[0][0].Content[:1]
		}, outcome{lost: 1, foreign: 1, breaches: []Breach{Foreign, Unseen}}},
		{"astray", []uint64{0x10, 0x20, 0x58}, []uint64{0x44, 0x30}, nil, outcome{astray: 2, breaches: []Breach{Unseen}}},
		{"out of order", []uint64{0x20, 0x10, 0x30}, []uint64{0x44, 0x58}, nil, outcome{disordered: 1, breaches: []Breach{Unseen}}},
		{"no rest", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58}, func(c *seen) { c.rest, c.missing = -1, []string{"credits lost"} },
			outcome{longer: -1, missing: []string{"credits lost"}, breaches: []Breach{Left}}},
		{"longer, later", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58}, func(c *seen) { c.rest, c.arrived[1][1].cycle = 48, 400 },
			outcome{longer: 48, late: 100, breaches: []Breach{Stuck}}},
		{"a little later", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58}, func(c *seen) { c.arrived[0][2].cycle = 310 }, outcome{}},
		{"property", []uint64{0x10, 0x20, 0x30}, []uint64{0x44, 0x58}, func(c *seen) { c.failed = "no_gap" },
			outcome{property: "no_gap"}},
	} {
		got := received(c.first, c.second)
		got.hit = 7
		if c.change != nil {
			c.change(got)
		}
		o := l.judge(at, got, sound, reference(sound), 250)
		have := *o
		have.trial = trial{}
		assert.Equal(t, describe(have), describe(c.want), c.what)
	}
}

// describe is all of an outcome.
func describe(o outcome) string {
	var r Row
	r.add(&o)
	return strings.Join(r.Cells()[4:], "; ")
}

// TestReasons: a breach has a reason if one covers it, and is open otherwise.
func TestReasons(t *testing.T) {
	t.Parallel()
	f := Fault{Link: "node -> sw", Kind: blocks.Credits, Does: Loses}
	n := &Network{Known: []Known{{Kind: blocks.Credits, Does: Loses, Breach: Left, Reason: "no repair"}}}
	for _, c := range []struct {
		breach Breach
		open   int
	}{{Left, 0}, {Stuck, 1}} {
		row := &Row{Fault: f, Hits: 1, Breaches: []Breached{{Breach: c.breach, Trials: 1}}}
		r := &Report{Network: "toy", Rows: []*Row{row}}
		r.Explain(n)
		assert.Equal(t, len(r.Open()), c.open)
		if c.open > 0 {
			assert.Equal(t, r.Open()[0], "toy: node -> sw: credit lost: traffic after, in 1 of 1 trials")
		}
	}
}
