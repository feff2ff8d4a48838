package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func nameExtendBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.NameExtend),
		MinCycles: 2000,
		CoverPoints: []string{"Xoff for this port", "Xoff for another port", "Xon", "own message", "name too long",
			"longest name that fits"},
		CoverPointsFor: func(v blocks.Values) []string {
			// With two ports the only other port is always the target.
			return kit.Without(nameExtendBench().CoverPoints, kit.Cannot{"Xoff for another port": v["ports"] == 2})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			ports := v["ports"]
			longest := packet.MaxTurns(v["ports"])
			drive := func(cycle int) golden.NameExtendIn {
				length := 1 + rng.Intn(longest)
				if kit.Chance(rng, 30) {
					length = longest - rng.Intn(2)
				}
				name := env.RandomRoute(rng, ports, length, false).Name(ports)
				in := golden.NameExtendIn{
					BusValid: kit.Chance(rng, 80), BusXoff: kit.Chance(rng, 60), BusTp: name.Tp, BusMask: name.Mask,
					BusSource: rng.Intn(ports), MyPort: rng.Intn(ports),
				}
				in.BusTarget = (in.BusSource + 1 + rng.Intn(ports-1)) % ports
				if kit.Chance(rng, 40) {
					in.BusTarget = in.MyPort
				}
				return in
			}
			observe := func(in golden.NameExtendIn, out golden.NameExtendOut, hit func(string)) {
				switch {
				case !in.BusValid:
				case in.BusSource == in.MyPort:
					hit("own message")
				case in.BusXoff && in.BusTarget != in.MyPort:
					hit("Xoff for another port")
				case out.Overflow:
					hit("name too long")
				case !out.NoteXoff:
					hit("Xon")
				default:
					hit("Xoff for this port")
					if (packet.Name{Mask: out.NoteMask}).Length() == longest*packet.TurnBits(ports) {
						hit("longest name that fits")
					}
				}
			}
			return testbench.NewCase(golden.NameExtendIn{}, golden.NameExtendOut{},
				golden.NewNameExtend(ports, v["broadcast"] == 1).Step, drive, observe)
		},
	}
}
