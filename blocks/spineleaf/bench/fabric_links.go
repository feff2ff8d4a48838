package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func uplinksBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Uplinks), MinCycles: 6000,
		AnyReset: map[string]string{
			"qcn_uplinks.sum_q: bit 0 flipped in reset":  "one byte is paid off in the first slot",
			"qcn_uplinks.sum_q: bit 51 flipped in reset": "paid off in the first slot, before a cell has begun",
			"qcn_uplinks.owed_q: bit 0 flipped in reset": "one byte is paid off in the first slot",
		},
		CoverPoints: []string{"message before data", "several uplinks in a slot", "no credit", "no uplink for a cell",
			"cells of a port on all uplinks", "message waits", "idle link", "credit that was not taken"},
		CoverPointsFor: func(v blocks.Values) []string {
			s, n := v["spines"], v["ports"]
			return kit.Without(uplinksBench().CoverPoints, kit.Cannot{
				"several uplinks in a slot": s == 1, "no credit": v["cells"] > 16 || v["rate_num"]*n*64 < v["rate_den"]*s*16,
				"no uplink for a cell": v["rate_num"]*n*4 > 8*v["rate_den"]*s && v["cells"] > 16,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.FabricParams](v)
			p.Leaves = 7
			s := &uplinksStimulus{rng: rng, p: p, m: golden.NewUplinks(p), cells: make([]cellOut, p.Ports),
				next: make([]cellOut, p.Ports), messages: make([]*golden.CellHeader, p.Ports), held: make([]int, p.Spines),
				used: make([]map[int]bool, p.Ports)}
			for i := range s.used {
				s.used[i] = map[int]bool{}
			}
			s.paths = make([]int, p.Ports)
			for i := range s.paths {
				s.paths[i] = rng.Intn(p.Spines)
			}
			return testbench.NewCase(p.UplinksIn(), p.UplinksOut(), s.m.Step, s.drive, s.observe)
		},
	}
}

// cellOut is the cell of a server port that is on its way to an uplink.
type cellOut struct {
	header golden.CellHeader
	beats  []*big.Int
	head   bool
}

type uplinksStimulus struct {
	rng      *rand.Rand
	p        golden.FabricParams
	m        *golden.Uplinks
	cells    []cellOut // of this slot
	next     []cellOut // of the next one
	messages []*golden.CellHeader
	paths    []int
	held     []int // cells in the buffer behind each uplink
	used     []map[int]bool
	slow     bool
}

func (s *uplinksStimulus) drive(cycle int) golden.UplinksIn {
	rng, p := s.rng, s.p
	in := p.UplinksIn()
	in.Phase = cycle % 4
	copy(in.MessagePath, s.paths)
	s.slow = cycle/700%3 == 1
	busy := cycle/500%4 != 3
	for i := range s.cells {
		in.Want[i] = in.Phase == 0 && kit.Chance(rng, map[bool]int{true: 90, false: 5}[busy])
		if in.Phase == 0 {
			s.cells[i], s.next[i] = s.next[i], cellOut{}
		}
		in.Beats[i] = s.next[i].header.Beats
		if c := &s.cells[i]; len(c.beats) > 0 {
			in.CellValid[i], in.CellHead[i], in.CellHeader[i], in.CellData[i] = true, c.head, c.header.Bits(), c.beats[0]
			c.beats, c.head = c.beats[1:], false
		}
		if s.messages[i] == nil && kit.Chance(rng, 4) {
			h := golden.CellHeader{Dst: randomAddress(rng, p), Kind: golden.CellRequest + rng.Intn(2), Src: i,
				Length: rng.Intn(1 << 14), Place: rng.Intn(1 << 10)}
			s.messages[i] = &h
		}
		if s.messages[i] != nil {
			in.MessageValid[i], in.MessageHeader[i] = true, s.messages[i].Bits()
		}
	}
	for k := range s.held {
		if s.held[k] > 0 && kit.Chance(rng, map[bool]int{true: 2, false: 30}[s.slow]) {
			in.Credit[k] = true
			s.held[k]--
		} else if s.held[k] == 0 && cycle/300%4 == 2 {
			in.Credit[k] = kit.Chance(rng, 5)
		}
	}
	return in
}

func (s *uplinksStimulus) observe(in golden.UplinksIn, out golden.UplinksOut, hit func(string)) {
	idle := true
	begun := 0
	for k := range out.UpValid {
		idle = idle && !out.UpValid[k]
		if out.UpHead[k] {
			begun++
			s.held[k]++
			h := golden.HeaderOf(out.UpHeader[k])
			if h.Beats > 0 {
				s.used[h.Src%s.p.Ports][k] = true
			}
		}
		kit.Reached{"no credit": s.held[k] == s.p.Cells, "credit that was not taken": out.NoCredit[k]}.Report(hit)
	}
	for i, taken := range out.Go {
		kit.Reached{"no uplink for a cell": in.Want[i] && !taken}.Report(hit)
		if taken {
			beats := 1 + s.rng.Intn(4)
			s.next[i] = cellOut{header: golden.CellHeader{Beats: beats, Dst: randomAddress(s.rng, s.p), Src: i,
				Length: s.rng.Intn(1 << 14), Index: s.rng.Intn(1 << 6)}, head: true}
			for range beats {
				s.next[i].beats = append(s.next[i].beats, randomWord(s.rng))
			}
		}
		kit.Reached{
			"cells of a port on all uplinks": len(s.used[i]) == s.p.Spines,
			"message waits":                  in.Phase == 1 && in.MessageValid[i] && !out.MessageTaken[i],
			"message before data":            out.MessageTaken[i],
		}.Report(hit)
		if out.MessageTaken[i] {
			s.messages[i] = nil
		}
	}
	kit.Reached{"several uplinks in a slot": begun > 1, "idle link": idle && in.Phase == 1}.Report(hit)
}

func spineBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Spine), MinCycles: 8000,
		AnyReset: map[string]string{
			"qcn_spine.from_q":                          "counts only while a cell crosses, and is written before it",
			"qcn_spine.sum_q":                           "the first slot begins in phase 0, and it is written in phase 2",
			"qcn_spine.paid_q":                          "no cell has crossed when the first slot begins",
			"qcn_spine.owed_q: bit 0 flipped in reset":  "one byte is paid off in the first slot",
			"qcn_spine.owed_q: bit 12 flipped in reset": "paid off before the first cell has crossed",
		},
		CoverPoints: []string{"input without credits", "output without credits", "several cells in a slot", "message",
			"inputs take turns", "beat lost", "errors of several causes", "no_credit", "errors cleared"},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(spineBench().CoverPoints, kit.Cannot{
				"several cells in a slot": v["leaves"] == 1, "inputs take turns": v["leaves"] == 1,
				"output without credits": v["cells"] > 20 || v["rate_num"]*v["ports"]*8 < v["rate_den"]*v["spines"],
				"input without credits":  v["cells"] > 40,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.FabricParams](v)
			s := &spineStimulus{rng: rng, p: p, m: golden.NewSpine(p),
				sent: make([]int, p.Leaves), held: make([]int, p.Leaves), last: make([]int, p.Leaves)}
			for range p.Leaves {
				s.links = append(s.links, hostileCells{rng: rng, p: p, own: -1})
			}
			return testbench.NewCase(p.SpineIn(), p.SpineOut(), s.m.Step, s.drive, s.observe)
		},
	}
}

type spineStimulus struct {
	rng   *rand.Rand
	p     golden.FabricParams
	m     *golden.Spine
	links []hostileCells
	sent  []int // cells in the input buffers
	held  []int // cells in the buffers at the leaves
	last  []int // source of the last cell at an output
}

func (s *spineStimulus) drive(cycle int) golden.SpineIn {
	rng, p := s.rng, s.p
	in := p.SpineIn()
	hot := cycle/600%2 == 1
	for i := range s.links {
		l := &s.links[i]
		l.faults, l.own = cycle/400%3 == 2, -1
		if hot {
			l.own = 0
		}
		beat, begins := l.next(40, s.sent[i] < p.Cells)
		in.UpValid[i], in.UpHead[i], in.UpHeader[i] = beat.valid, beat.head, beat.header
		in.UpData[i], in.UpBad[i] = beat.data, beat.bad
		if begins {
			s.sent[i] = min(s.sent[i]+1, p.Cells)
		}
		in.ErrClear[i] = rng.Intn(800) == 0
		if s.held[i] > 0 && kit.Chance(rng, map[bool]int{true: 1, false: 30}[cycle/800%2 == 1]) {
			in.DownCredit[i] = true
			s.held[i]--
		} else if l.faults && s.held[i] == 0 {
			in.DownCredit[i] = kit.Chance(rng, 3)
		}
	}
	return in
}

func (s *spineStimulus) observe(in golden.SpineIn, out golden.SpineOut, hit func(string)) {
	begun := 0
	for i := range out.UpCredit {
		if out.UpCredit[i] {
			s.sent[i] = max(s.sent[i]-1, 0)
		}
		seen := out.ErrSeen[i]
		kit.Reached{
			"beat lost": out.DownValid[i] && out.DownBad[i], "errors of several causes": seen&(seen-1) != 0,
			"no_credit": seen>>golden.NoCredit&1 == 1, "errors cleared": seen != 0 && in.ErrClear[i],
		}.Report(hit)
		if out.DownHead[i] {
			begun++
			s.held[i]++
			h := golden.HeaderOf(out.DownHeader[i])
			kit.Reached{"message": h.Beats == 0, "inputs take turns": h.Src != s.last[i]}.Report(hit)
			s.last[i] = h.Src
		}
		kit.Reached{"input without credits": s.sent[i] == s.p.Cells,
			"output without credits": s.held[i] == s.p.Cells}.Report(hit)
	}
	kit.Reached{"several cells in a slot": begun > 1}.Report(hit)
}
