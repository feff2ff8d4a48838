package bench

import (
	"math/rand"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var sinkCoverPoints = []string{
	"frame received", "frame of one beat", "frame behind frame", "out of order", "new longest latency", "gap in a frame",
	"frame cut short", "wrong tail", "wrong beat", "frame for another server",
	"CNM", "STOP", "window copied", "no window left", "read totals", "read a row", "read a window", "unknown source",
	"longest frame", "frame of the highest priority",
}

func sinkBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.Sink),
		MinCycles:   20000,
		Resets:      4,
		Scripted:    true, // it counts the cycles since reset
		CoverPoints: sinkCoverPoints,
		AnyReset: map[string]string{
			"qcn_sink.rx_head_q": "counts only together with rx_valid_q",
			"qcn_sink.bad":       "written with the first beat of a frame; one without it is wrong anyhow",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			many := v["windows"] > 8 || v["servers"] > 40
			return kit.Without(sinkCoverPoints, kit.Cannot{
				"no window left": many, "unknown source": v["servers"] == 4096,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.ServerParams](v)
			s := &sinkStimulus{rng: rng, p: p, model: golden.NewSink(p), feed: newFeed(rng, p, rng.Intn(p.Servers))}
			s.in = golden.SinkIn{Node: s.feed.node, Now: rng.Uint32(), Window: uint32(s.model.Rows() + 1 + rng.Intn(100))}
			if kit.Chance(rng, 20) {
				s.in.Window = 0
			}
			return testbench.NewCase(s.in, golden.SinkOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// feed is what a switch sends to a server: frames, with mistakes if wanted.
type feed struct {
	rng      *rand.Rand
	p        golden.ServerParams
	node     int
	mistakes bool
	beats    []qcn.Beat
	seq      map[[2]int]int
}

func newFeed(rng *rand.Rand, p golden.ServerParams, node int) *feed {
	return &feed{rng: rng, p: p, node: node, seq: map[[2]int]int{}}
}

// next is a beat.
func (f *feed) next(now uint32, busy int) qcn.Beat {
	if len(f.beats) == 0 && kit.Chance(f.rng, busy) {
		f.frame(now)
	}
	if len(f.beats) == 0 {
		return qcn.Beat{Data: noise(f.rng).Big(), Head: kit.Chance(f.rng, 50), Tail: kit.Chance(f.rng, 50)}
	}
	b := f.beats[0]
	f.beats = f.beats[1:]
	if f.mistakes && f.rng.Intn(60) == 0 {
		switch f.rng.Intn(4) {
		case 0:
			b.Valid = false
		case 1:
			f.beats = nil
		case 2:
			b.Tail = !b.Tail
		default:
			w := qcn.WordOf(b.Data)
			w[f.rng.Intn(2)] ^= 1 << f.rng.Intn(64)
			if b.Head { // the tag and the number
				w = qcn.WordOf(b.Data)
				w[0] ^= 1 << f.rng.Intn(30)
			}
			b.Data = w.Big()
		}
	}
	return b
}

func noise(rng *rand.Rand) qcn.Word { return qcn.Word{rng.Uint64(), rng.Uint64()} }

// frame queues a frame.
func (f *feed) frame(now uint32) {
	rng := f.rng
	head := qcn.Frame{Prio: rng.Intn(f.p.Prios), Dst: f.node, Src: rng.Intn(f.p.Servers), Length: 64 + rng.Intn(400),
		Stamp: now - uint32(rng.Intn(3000))}
	switch rng.Intn(12) {
	case 0:
		head.Kind, head.Length, head.Feedback = qcn.KindCNM, 64, rng.Intn(64)
		head.FlowDst, head.FlowPrio = rng.Intn(f.p.Servers+1)%4096, rng.Intn(f.p.Prios)
		head.QOffset = rng.Intn(2000) - 1000
	case 1:
		head.Kind, head.Length, head.Enable, head.Stop = qcn.KindPause, 64, 1<<rng.Intn(8), rng.Intn(256)
	case 2:
		head.Length = 64
	case 3:
		head.Length = []int{1522, 128, 129, 1<<14 - 1}[rng.Intn(4)]
	case 4:
		if f.mistakes {
			head.Src = rng.Intn(4096)
		}
	}
	if head.Kind == qcn.KindData {
		key := [2]int{head.Src, head.Prio}
		if f.mistakes && rng.Intn(10) == 0 {
			switch rng.Intn(3) {
			case 0:
				f.seq[key] += 1 + rng.Intn(3)
			case 1:
				head.Dst = rng.Intn(4096)
			default:
				head.Prio = rng.Intn(8)
			}
		}
		head.Seq = f.seq[key]
		f.seq[key] = (f.seq[key] + 1) & 0xffff
	}
	n := qcn.Beats(head.Length)
	f.beats = append(f.beats, qcn.Beat{Valid: true, Head: true, Tail: n == 1, Data: head.Word().Big()})
	for b := 1; b < n; b++ {
		f.beats = append(f.beats, qcn.Beat{Valid: true, Tail: b == n-1, Data: qcn.CheckBeat(b, head).Big()})
	}
}

type sinkStimulus struct {
	rng   *rand.Rand
	p     golden.ServerParams
	model *golden.Sink
	feed  *feed
	in    golden.SinkIn
	pages [2]int // of the two cycles before
	head  bool
}

func (s *sinkStimulus) drive(cycle int) golden.SinkIn {
	s.in.Now++
	s.feed.mistakes = cycle/1500%3 == 2
	in := s.in
	in.Rx = qcn.Beat{}
	if cycle > s.model.Rows()+1 {
		in.Rx = s.feed.next(in.Now, []int{100, 10}[cycle/700%2])
	}
	page := s.rng.Intn(4)
	in.ReadAddress = page<<14 | s.rng.Intn(1<<14)
	if kit.Chance(s.rng, 70) {
		in.ReadAddress = page<<14 | s.rng.Intn(2*s.model.Rows())
	}
	return in
}

func (s *sinkStimulus) observe(in golden.SinkIn, out golden.SinkOut, hit func(string)) {
	e := s.model.Last
	f := qcn.FrameOf(qcn.WordOf(in.Rx.Data))
	data := in.Rx.Valid && in.Rx.Head && f.Kind == qcn.KindData
	kit.Reached{
		"frame received": e.Entered, "frame of one beat": e.Single, "frame behind frame": data && s.head,
		"out of order": e.Disorder, "new longest latency": e.NewMax,
		"gap in a frame": e.Gap, "frame cut short": e.CutShort, "wrong tail": e.BadTail, "wrong beat": e.BadData,
		"frame for another server": e.Stray, "CNM": e.CNM, "STOP": e.Stop,
		"window copied": e.Copied, "no window left": e.Full, "unknown source": data && f.Src >= s.p.Servers,
		"longest frame":                 data && f.Length == 1<<14-1,
		"frame of the highest priority": data && f.Prio == s.p.Prios-1,
		"read totals":                   out.ReadDataKnown && s.pages[0] == golden.PageTotals && out.ReadData > 0,
		"read a row":                    out.ReadDataKnown && s.pages[0] == golden.PageRows && out.ReadData > 0,
		"read a window":                 out.ReadDataKnown && s.pages[0] == golden.PageWindows && out.ReadData > 0,
	}.Report(hit)
	s.head = in.Rx.Valid && in.Rx.Tail
	s.pages = [2]int{s.pages[1], in.ReadAddress >> 14}
}
