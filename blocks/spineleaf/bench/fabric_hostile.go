package bench

import (
	"math/big"
	"math/rand"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/testbench/kit"
)

// linkBeat is a cycle of a link from a server.
type linkBeat struct {
	valid, head, tail bool
	data              *big.Int
}

// linkBeats are the beats of a frame as they come on a link.
func linkBeats(data []*big.Int) []linkBeat {
	beats := make([]linkBeat, len(data))
	for i, d := range data {
		beats[i] = linkBeat{true, i == 0, i == len(data)-1, d}
	}
	return beats
}

// serverFault is something that happens to a frame on a link from a server.
type serverFault struct {
	name string
	// header changes what the first beat says.
	header func(rng *rand.Rand, p golden.FabricParams, f *qcn.Frame)
	// beats changes the beats; at is a place from 1 to their number - 1.
	beats  func(rng *rand.Rand, b []linkBeat, at int) []linkBeat
	causes []int // the errors of which one must be counted; with none, nothing must be
	whole  bool  // the frame is delivered all the same
}

// serverFaults are all of them. A frame has three beats at least.
var serverFaults = []serverFault{
	{name: "beat lost, leaving a gap", causes: []int{golden.Cut}, beats: func(_ *rand.Rand, b []linkBeat, at int) []linkBeat {
		b[at] = linkBeat{}
		return b
	}},
	{name: "beat lost without a gap", causes: []int{golden.Cut}, beats: func(_ *rand.Rand, b []linkBeat, at int) []linkBeat {
		return append(b[:at:at], b[at+1:]...)
	}},
	{name: "rest lost", causes: []int{golden.Cut}, beats: func(_ *rand.Rand, b []linkBeat, at int) []linkBeat { return b[:at] }},
	{name: "rest late", causes: []int{golden.Cut}, beats: func(rng *rand.Rand, b []linkBeat, at int) []linkBeat {
		return append(append(append([]linkBeat(nil), b[:at]...), make([]linkBeat, 1+rng.Intn(30))...), b[at:]...)
	}},
	{name: "beat doubled", causes: []int{golden.Long}, beats: func(_ *rand.Rand, b []linkBeat, at int) []linkBeat {
		at = min(at, len(b)-2) // the last one is the tail
		return append(append(append([]linkBeat(nil), b[:at]...), b[at]), b[at:]...)
	}},
	{name: "head doubled", causes: []int{golden.Cut}, whole: true, beats: func(_ *rand.Rand, b []linkBeat, _ int) []linkBeat {
		return append([]linkBeat{b[0]}, b...)
	}},
	{name: "head in the middle", causes: []int{golden.Cut}, whole: true, beats: func(_ *rand.Rand, b []linkBeat, at int) []linkBeat {
		return append(append([]linkBeat(nil), b[:at]...), b...)
	}},
	{name: "head lost", causes: []int{golden.NoHead}, beats: func(_ *rand.Rand, b []linkBeat, _ int) []linkBeat { return b[1:] }},
	{name: "head not marked", causes: []int{golden.NoHead}, beats: func(_ *rand.Rand, b []linkBeat, _ int) []linkBeat {
		b[0].head = false
		return b
	}},
	{name: "tail not marked", causes: []int{golden.Long}, beats: func(_ *rand.Rand, b []linkBeat, _ int) []linkBeat {
		b[len(b)-1].tail = false
		return b
	}},
	{name: "too long", causes: []int{golden.Long}, beats: func(rng *rand.Rand, b []linkBeat, _ int) []linkBeat {
		b[len(b)-1].tail = false
		for range 1 + rng.Intn(12) {
			b = append(b, linkBeat{valid: true, data: randomWord(rng)})
		}
		return b
	}},
	{name: "tail too early", causes: []int{golden.Cut}, beats: func(_ *rand.Rand, b []linkBeat, at int) []linkBeat {
		b[at-1].tail = true
		return b[:at]
	}},
	{name: "tail too early, goes on", causes: []int{golden.Cut}, beats: func(_ *rand.Rand, b []linkBeat, at int) []linkBeat {
		b[at-1].tail = true
		return b
	}},
	{name: "beats of nobody", causes: []int{golden.NoHead}, whole: true, beats: func(rng *rand.Rand, b []linkBeat, at int) []linkBeat {
		var strays []linkBeat
		for range at {
			strays = append(strays, linkBeat{valid: true, tail: kit.Chance(rng, 30), data: randomWord(rng)})
		}
		return append(strays, b...)
	}},
	{name: "heads in a row", causes: []int{golden.Cut}, whole: true, beats: func(rng *rand.Rand, b []linkBeat, at int) []linkBeat {
		var heads []linkBeat
		for range 2 + rng.Intn(8) {
			heads = append(heads, linkBeat{true, true, false, b[0].data})
		}
		return append(heads, b...)
	}},
	{name: "server that does not exist", causes: []int{golden.NoRoute}, header: func(rng *rand.Rand, p golden.FabricParams, f *qcn.Frame) {
		f.Dst = strangeAddress(rng, p)
	}},
	{name: "priority that does not exist", causes: []int{golden.NoPrio}, header: func(rng *rand.Rand, p golden.FabricParams, f *qcn.Frame) {
		if p.Prios < 8 {
			f.Prio = p.Prios + rng.Intn(8-p.Prios)
		} else {
			f.Dst = strangeAddress(rng, p)
		}
	}},
	{name: "length 0", causes: []int{golden.BadLength}, header: func(_ *rand.Rand, _ golden.FabricParams, f *qcn.Frame) { f.Length = 0 }},
	{name: "longer than the longest frame", causes: []int{golden.BadLength}, header: func(rng *rand.Rand, p golden.FabricParams, f *qcn.Frame) {
		f.Length = min(p.FrameUnits*256+1+rng.Intn(300), 1<<14-1)
		if p.FrameUnits == 64 {
			f.Length = 0
		}
	}},
	{name: "CNM of a server", causes: []int{golden.NoKind}, header: func(_ *rand.Rand, _ golden.FabricParams, f *qcn.Frame) { f.Kind = qcn.KindCNM }},
	{name: "kind that does not exist", causes: []int{golden.NoKind}, header: func(_ *rand.Rand, _ golden.FabricParams, f *qcn.Frame) { f.Kind = 3 }},
	{name: "PAUSE frame of several beats", causes: []int{golden.NoKind}, header: func(_ *rand.Rand, _ golden.FabricParams, f *qcn.Frame) {
		*f = qcn.Frame{Kind: qcn.KindPause, Length: f.Length, Enable: 255, Stop: 255, Quanta: 65535}
	}},
}

// strangeAddress is the address of a server port that there is not: of a leaf or of a port
// behind the last one, or with higher bits.
func strangeAddress(rng *rand.Rand, p golden.FabricParams) int {
	for {
		dst := rng.Intn(2 * p.Address(p.Leaves, 0))
		if kit.Chance(rng, 20) {
			dst = randomAddress(rng, p) | 1<<(10+rng.Intn(2))
		}
		if leaf := dst / p.Address(1, 0); dst < 1<<12 && (leaf >= p.Leaves || dst%p.Address(1, 0) >= max(p.Ports, 1)) {
			return dst
		}
	}
}

// damaged are the beats of a frame to which something happens.
func damaged(rng *rand.Rand, p golden.FabricParams, f qcn.Frame, fault serverFault) []linkBeat {
	of := f
	if fault.header != nil {
		fault.header(rng, p, &of)
	}
	data := beatsOf(rng, f)
	data[0] = of.Word().Big()
	beats := linkBeats(data)
	if fault.beats != nil {
		beats = fault.beats(rng, beats, 1+rng.Intn(max(1, len(beats)-1)))
	}
	return beats
}

// hostileFrame is a frame to which something happens, seldom one behind a storm of heads, each of
// which cuts the one before.
func hostileFrame(rng *rand.Rand, p golden.FabricParams, f qcn.Frame) []linkBeat {
	f.Length = max(f.Length, 129)
	if kit.Chance(rng, 6) {
		beats := linkBeats(beatsOf(rng, f))
		var heads []linkBeat
		for range 6*p.FrameUnits + 10 {
			heads = append(heads, linkBeat{true, true, false, beats[0].data})
		}
		return append(heads, beats...)
	}
	return damaged(rng, p, f, kit.Pick(rng, serverFaults))
}
