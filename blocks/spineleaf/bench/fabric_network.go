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

func fabricBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Fabric), Small: smallFabric,
		AnyReset:  map[string]string{"qcn_leaf.sends_grant_q": "written in phase 0, before the first message"},
		MinCycles: 12000,
		CoverPoints: []string{"frame delivered", "STOP", "CNM", "frame dropped", "errors of several causes", "errors cleared",
			"storm", "storm over", "frame dropped in a storm", "counters of a watchdog cleared"},
		CoverPointsFor: func(v blocks.Values) []string {
			small := v["leaves"] < 7 || v["in_units"] > 586 || v["leaf_q_high"] > 430
			never := v["storm_detect"] == 0 || v["storm_detect"] > 200 || v["storm_restore"] > 200
			return kit.Without(fabricBench().CoverPoints, kit.Cannot{
				"storm": never, "storm over": never, "frame dropped in a storm": never || v["storm_drop"] == 0,
				"counters of a watchdog cleared": v["storm_detect"] == 0,
				"STOP":                           small, "CNM": small || v["leaf_q_eq"] > 60000 || v["sample"] > 150000, "frame dropped": v["places"] > 1000,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.FabricParams](v)
			s := &fabricStimulus{rng: rng, p: p, m: golden.NewFabric(p), links: make([]serverLink, p.Leaves*p.Ports)}
			s.held = golden.Management{
				CPIn: kit.Chance(rng, 80), CPOut: kit.Chance(rng, 50), Policy: rng.Intn(3), Strict: kit.Chance(rng, 50),
				Cap: kit.Chance(rng, 10), Pause: true, Seed: rng.Uint32(),
			}
			s.held.CPOut = s.held.CPOut || !s.held.CPIn
			s.hot = rng.Intn(len(s.links))
			return testbench.NewCase(p.FabricIn(), p.FabricOut(), s.m.Step, s.drive, s.observe)
		},
	}
}

// fabricStimulus is servers that send at full rate, most of them to one server, and do
// not obey PAUSE.
type fabricStimulus struct {
	rng   *rand.Rand
	p     golden.FabricParams
	m     *golden.Fabric
	held  golden.Management
	links []serverLink
	hot   int
	ready bool
}

func (s *fabricStimulus) drive(cycle int) golden.FabricIn {
	rng, p := s.rng, s.p
	in := p.FabricIn()
	in.Management = s.held
	for i := range s.links {
		in.RxValid[i], in.RxHead[i], in.RxTail[i], in.RxData[i] = s.links[i].next(func() []linkBeat {
			if !kit.Chance(rng, 80) || !s.ready && kit.Chance(rng, 99) {
				return nil
			}
			dst := randomAddress(rng, p)
			if kit.Chance(rng, 80) {
				dst = p.Address(s.hot/p.Ports, s.hot%p.Ports)
			}
			prio := 0
			if kit.Chance(rng, 20) {
				prio = rng.Intn(p.Prios)
			}
			if kit.Chance(rng, 1) {
				stop := rng.Intn(2)
				return linkBeats(beatsOf(rng, qcn.Frame{Kind: qcn.KindPause, Length: 64, Enable: 1 << prio, Stop: stop << prio,
					Quanta: rng.Intn(300)}))
			}
			f := qcn.Frame{Prio: prio, Dst: dst, Src: p.Address(i/p.Ports, i%p.Ports), Length: s.length()}
			if kit.Chance(rng, 2) {
				return hostileFrame(rng, p, f)
			}
			return linkBeats(beatsOf(rng, f))
		})
		in.ErrClear[i] = rng.Intn(2000) == 0
		if in.WatchClear != nil {
			in.WatchClear[i] = rng.Intn(2000) == 0
		}
	}
	return in
}

// length is that of a frame: long ones fill the buffers with bytes, not with units alone.
func (s *fabricStimulus) length() int {
	if kit.Chance(s.rng, 70) {
		return min(s.p.FrameUnits*256, 1522)
	}
	return randomLength(s.rng, s.p.FrameUnits)
}

func (s *fabricStimulus) observe(in golden.FabricIn, out golden.FabricOut, hit func(string)) {
	s.ready = out.Ready[0]
	for i, storm := range out.WatchStorm {
		kit.Reached{
			"storm": storm, "storm over": out.WatchStorms[i] > 0 && !storm, "frame dropped in a storm": out.WatchDropped[i] > 0,
			"counters of a watchdog cleared": out.WatchStopped[i] > 0 && in.WatchClear[i/s.p.Prios],
		}.Report(hit)
	}
	for i := range out.TxValid {
		seen := out.ErrSeen[i]
		kit.Reached{
			"frame dropped": out.Drop[i], "errors of several causes": seen&(seen-1) != 0, "errors cleared": seen != 0 && in.ErrClear[i],
		}.Report(hit)
		if !out.TxHead[i] {
			continue
		}
		f := qcn.FrameOf(qcn.WordOf(out.TxData[i]))
		kit.Reached{
			"frame delivered": f.Kind == qcn.KindData,
			"STOP":            f.Kind == qcn.KindPause && f.Stop != 0,
			"CNM":             f.Kind == qcn.KindCNM,
		}.Report(hit)
	}
}
