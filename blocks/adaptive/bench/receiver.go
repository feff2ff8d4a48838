package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var receiverCoverPoints = []string{
	"frame", "frame of one beat", "notification", "notification before a frame", "PAUSE", "frame lost",
	"notification lost", "taken as the next one comes", "queue full", "rule broken",
}

func receiverBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Receiver), MinCycles: 9000, CoverPoints: receiverCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := golden.NewReceiver(v["hosts"], v["cns"])
			link := &sender{rng: rng, hosts: v["hosts"], faults: 15}
			busy, cns, takes := 50, 10, 50
			drive := func(cycle int) golden.ReceiverIn {
				if cycle%200 == 0 {
					busy, cns = kit.Pick(rng, []int{10, 60, 100}), kit.Pick(rng, []int{5, 50, 90})
					takes = kit.Pick(rng, []int{2, 30, 100})
				}
				b := link.next(busy, cns, 5)
				in := golden.ReceiverIn{RxValid: b.Valid, RxHead: b.Head, RxTail: b.Tail, RxData: b.Word.Big()}
				_, _, offered := model.Offers()
				in.Taken = offered && kit.Chance(rng, takes)
				return in
			}
			observe := func(in golden.ReceiverIn, out golden.ReceiverOut, hit func(string)) {
				taken := in.Taken && out.OfferValid
				kit.Reached{
					"frame": taken && !out.OfferCn, "frame of one beat": taken && !out.OfferCn && out.OfferBeats == 0,
					"notification":                taken && out.OfferCn,
					"notification before a frame": taken && out.OfferCn && model.Waiting(),
					"PAUSE":                       in.RxValid && in.RxHead && qcn.FrameOf(qcn.WordOf(in.RxData)).Kind == qcn.KindPause,
					"frame lost":                  out.Lost && !model.Full(), "notification lost": out.Lost && model.Full(),
					"queue full": model.Full(), "rule broken": kit.Count(out.Error[:golden.NoRoom]) > 0,
					"taken as the next one comes": taken && !out.OfferCn && model.Waiting(),
				}.Report(hit)
			}
			in := golden.ReceiverIn{RxData: new(big.Int)}
			out := golden.ReceiverOut{OfferWord: new(big.Int), Error: make([]bool, golden.Causes)}
			return testbench.NewCase(in, out, model.Step, drive, observe)
		},
	}
}
