package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/adaptive/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/testbench/kit"
)

// linkFault is something that happens to a frame on a link.
type linkFault struct {
	name string
	// header changes what the first beat says.
	header func(rng *rand.Rand, hosts int, f *qcn.Frame)
	// beats changes the beats; at is a place from 1 to their number - 1.
	beats func(rng *rand.Rand, b []golden.Beat, at int) []golden.Beat
	cause int  // the error that must be counted
	whole bool // the frame is delivered all the same
}

// linkFaults are all of them. A frame has three beats at least.
var linkFaults = []linkFault{
	{name: "beat lost, leaving a gap", cause: golden.Cut,
		beats: func(_ *rand.Rand, b []golden.Beat, at int) []golden.Beat {
			b[min(at, len(b)-2)] = golden.Beat{}
			return b
		}},
	{name: "rest lost", cause: golden.Cut,
		beats: func(_ *rand.Rand, b []golden.Beat, at int) []golden.Beat { return b[:at] }},
	{name: "beat doubled", cause: golden.Long, beats: func(_ *rand.Rand, b []golden.Beat, at int) []golden.Beat {
		at = min(at, len(b)-2) // the last one is the tail
		return append(append(append([]golden.Beat(nil), b[:at]...), b[at]), b[at:]...)
	}},
	{name: "head in the middle", cause: golden.Cut, whole: true,
		beats: func(_ *rand.Rand, b []golden.Beat, at int) []golden.Beat {
			return append(append([]golden.Beat(nil), b[:at]...), b...)
		}},
	{name: "head lost", cause: golden.NoHead,
		beats: func(_ *rand.Rand, b []golden.Beat, _ int) []golden.Beat { return b[1:] }},
	{name: "head not marked", cause: golden.NoHead,
		beats: func(_ *rand.Rand, b []golden.Beat, _ int) []golden.Beat {
			b[0].Head = false
			return b
		}},
	{name: "tail not marked", cause: golden.Long, beats: func(_ *rand.Rand, b []golden.Beat, _ int) []golden.Beat {
		b[len(b)-1].Tail = false
		return b
	}},
	{name: "tail of a frame of one beat not marked", cause: golden.Long,
		header: func(rng *rand.Rand, _ int, f *qcn.Frame) { f.Length = 1 + rng.Intn(64) },
		beats:  func(_ *rand.Rand, b []golden.Beat, _ int) []golden.Beat { return b[:1] }},
	{name: "too long", cause: golden.Long, beats: func(rng *rand.Rand, b []golden.Beat, _ int) []golden.Beat {
		b[len(b)-1].Tail = false
		for range 1 + rng.Intn(300) {
			b = append(b, golden.Beat{Valid: true, Word: qcn.WordOf(randomWord(rng))})
		}
		return b
	}},
	{name: "tail too early, goes on", cause: golden.Cut,
		beats: func(_ *rand.Rand, b []golden.Beat, at int) []golden.Beat {
			b[at-1].Tail = true
			return b
		}},
	{name: "beats of nobody", cause: golden.NoHead, whole: true,
		beats: func(rng *rand.Rand, b []golden.Beat, at int) []golden.Beat {
			var strays []golden.Beat
			for range at {
				strays = append(strays, golden.Beat{Valid: true, Tail: kit.Chance(rng, 30), Word: qcn.WordOf(randomWord(rng))})
			}
			return append(strays, b...)
		}},
	{name: "heads in a row", cause: golden.Cut, whole: true,
		beats: func(rng *rand.Rand, b []golden.Beat, _ int) []golden.Beat {
			var heads []golden.Beat
			for range 2 + rng.Intn(40) {
				heads = append(heads, golden.Beat{Valid: true, Head: true, Word: b[0].Word})
			}
			return append(heads, b...)
		}},
	{name: "host that does not exist", cause: golden.NoRoute,
		header: func(rng *rand.Rand, hosts int, f *qcn.Frame) {
			f.Dst = strangeHost(rng, hosts)
		}},
	{name: "source that does not exist", cause: golden.NoSource,
		header: func(rng *rand.Rand, hosts int, f *qcn.Frame) {
			f.Src = strangeHost(rng, hosts)
		}},
	{name: "length 0", cause: golden.BadLength, header: func(_ *rand.Rand, _ int, f *qcn.Frame) { f.Length = 0 }},
	{name: "longer than a slot", cause: golden.BadLength, header: func(rng *rand.Rand, _ int, f *qcn.Frame) {
		f.Length = 1501
		if kit.Chance(rng, 50) {
			f.Length += rng.Intn(1<<14 - 1501)
		}
	}},
	{name: "notification of several beats", cause: golden.NoKind,
		header: func(_ *rand.Rand, _ int, f *qcn.Frame) { f.Kind = qcn.KindCNM }},
	{name: "PAUSE frame of several beats", cause: golden.NoKind, header: func(_ *rand.Rand, _ int, f *qcn.Frame) {
		*f = qcn.Frame{Kind: qcn.KindPause, Length: 64, Enable: 255, Stop: 255, Quanta: 65535}
	}},
	{name: "kind that does not exist", cause: golden.NoKind,
		header: func(_ *rand.Rand, _ int, f *qcn.Frame) { f.Kind = 3 }},
	{name: "notification about no host", cause: golden.NoRoute,
		header: func(rng *rand.Rand, hosts int, f *qcn.Frame) {
			*f = randomCNM(rng, hosts)
			f.FlowDst = strangeHost(rng, hosts)
		}, beats: oneBeat},
	{name: "notification to no host", cause: golden.NoRoute,
		header: func(rng *rand.Rand, hosts int, f *qcn.Frame) {
			*f = randomCNM(rng, hosts)
			f.Dst = strangeHost(rng, hosts)
		}, beats: oneBeat},
}

// oneBeat is the first of the beats alone.
func oneBeat(_ *rand.Rand, b []golden.Beat, _ int) []golden.Beat {
	b[0].Tail = true
	return b[:1]
}

// strangeHost is the address of no host.
func strangeHost(rng *rand.Rand, hosts int) int {
	switch rng.Intn(4) {
	case 0:
		return hosts
	case 1:
		return hosts + rng.Intn(4096-hosts)
	}
	return rng.Intn(hosts) | 1<<(6+rng.Intn(6)) // only a bit above those of a host differs
}

// beatsOf are the beats of a frame as they come on a link.
func beatsOf(f qcn.Frame) []golden.Beat {
	beats := make([]golden.Beat, (max(f.Length, 1)+63)/64)
	for i := range beats {
		beats[i] = golden.Beat{Valid: true, Head: i == 0, Tail: i == len(beats)-1, Word: qcn.Word{}}
	}
	beats[0].Word = f.Word()
	return beats
}

// anyFault is one of linkFaults, or several at once.
func anyFault(rng *rand.Rand) linkFault {
	fault, other := kit.Pick(rng, linkFaults), kit.Pick(rng, linkFaults)
	if fault.beats == nil && kit.Chance(rng, 50) {
		fault.beats = other.beats
	}
	if first := fault.header; first != nil && other.header != nil {
		fault.header = func(rng *rand.Rand, hosts int, f *qcn.Frame) {
			first(rng, hosts, f)
			other.header(rng, hosts, f)
		}
	}
	return fault
}

// damaged are the beats of a frame to which something happens.
func (fault linkFault) damaged(rng *rand.Rand, hosts int, f qcn.Frame) []golden.Beat {
	f.Length = max(f.Length, 129)
	beats := beatsOf(f)
	if fault.header != nil {
		fault.header(rng, hosts, &f)
		beats[0].Word = f.Word()
	}
	if fault.beats != nil {
		beats = fault.beats(rng, beats, 1+rng.Intn(len(beats)-1))
	}
	return beats
}
