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

var guardCoverPoints = append([]string{"frame", "frame of one beat", "longest frame", "notification", "gap in a frame",
	"cut by a head", "PAUSE"}, golden.CauseNames[:]...)

func guardBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Guard), MinCycles: 12000, CoverPoints: guardCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(guardCoverPoints, kit.Cannot{"no_room": v["at_host"] == 0})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := golden.NewGuard(v["hosts"], v["at_host"] == 1)
			link := &sender{rng: rng, hosts: v["hosts"], faults: 30}
			in := golden.GuardIn{RxData: new(big.Int)}
			if v["at_host"] == 1 {
				in.Node = rng.Intn(v["hosts"])
				link.node = &in.Node
			}
			drive := func(int) golden.GuardIn {
				b := link.next(90, 15, 5)
				in.RxValid, in.RxHead, in.RxTail, in.RxData = b.Valid, b.Head, b.Tail, b.Word.Big()
				in.Ready = kit.Chance(rng, 80)
				return in
			}
			var length int                               // of the frame that comes
			last := golden.GuardIn{RxData: new(big.Int)} // of the cycle before
			observe := func(in golden.GuardIn, out golden.GuardOut, hit func(string)) {
				for c, told := range out.Error {
					if told {
						hit(golden.CauseNames[c])
					}
				}
				ending := in
				if v["at_host"] == 1 {
					ending = last
				}
				f := qcn.FrameOf(qcn.WordOf(ending.RxData))
				if ending.RxValid && ending.RxHead {
					length = f.Length
				}
				kit.Reached{
					"frame": out.Whole && !ending.RxHead, "frame of one beat": out.Whole && ending.RxHead,
					"longest frame": out.Whole && length == 1500, "notification": out.Cn,
					"gap in a frame": model.Open() && !in.RxValid,
					"cut by a head":  out.Error[golden.Cut] && last.RxHead && !last.RxTail,
					"PAUSE":          ending.RxValid && ending.RxHead && ending.RxTail && f.Kind == qcn.KindPause,
				}.Report(hit)
				last = in
			}
			return testbench.NewCase(in, golden.GuardOut{Error: make([]bool, golden.Causes)}, model.Step, drive, observe)
		},
	}
}
