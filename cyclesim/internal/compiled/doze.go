package compiled

import (
	"bytes"
	"maps"
	"slices"

	"culprit/cyclesim/internal/emitamd64"
	"culprit/cyclesim/internal/native"
	"culprit/cyclesim/internal/translate"
)

// dozing finds out what moves in groups with the same kernels while nothing happens, and has the code
// for that made. It looks at a group in some cycles, in which few of its registers change.
type dozing struct {
	kernels  []*translate.Kernel
	lanes    int
	moved    map[uint32]bool // offsets of bytes of registers and inputs that have changed
	fewest   int             // of them, in any cycle that was looked at
	seen     *watcher
	of       *restingGroup // that is looked at
	samples  int           // since the last code
	made     int           // how often code was made
	failed   int           // how often that was not worth it, since
	plan     *translate.Doze
	code     *native.Code // of plan
	short    int          // dozes that did not last
	learned  bool         // something that the code does not know
	refusals int          // cycles in which a group could not doze with it
}

const (
	// mostPlans bounds how often code is made, mostFailures how often that may not be worth it.
	mostPlans, mostFailures = 12, 3
	// shortDoze is a doze of so few cycles that it is not worth it. After mostShort of them the code is
	// made anew, with what has been learned.
	shortDoze, mostShort = 64, 8
	mostRefusals         = 8
	// leastMoves is a number of bytes that are never too many.
	leastMoves = 64
)

// wants tells whether another sample is of use.
func (z *dozing) wants() bool { return z.plan == nil && z.failed < mostFailures }

// woken is called when a group has dozed for so many cycles.
func (z *dozing) woken(m *Machine, g *restingGroup, cycles uint64) {
	if z.plan == nil || cycles >= shortDoze {
		return
	}
	z.learn(m, g)
	if z.short++; z.short >= mostShort && z.learned && z.made < mostPlans {
		z.make(m)
	}
}

// refused is called when a group could not doze with the code there is: after a while more samples are
// taken.
func (z *dozing) refused() {
	if z.refusals++; z.refusals >= mostRefusals && z.made < mostPlans {
		z.plan, z.refusals = nil, 0
	}
}

// sample looks at a cycle of a group in which some registers and inputs have changed, by the offsets
// of their bytes. It tells whether it was of use.
func (z *dozing) sample(m *Machine, g *restingGroup, changed []uint32) bool {
	n := len(changed)
	switch {
	case z.seen == nil || 2*n+leastMoves < z.fewest: // the others were not of an idle group
		z.seen, z.samples, z.fewest, z.of = newWatcher(z.kernels, z.lanes), 0, n, g
		clear(z.moved)
	case n > 2*z.fewest+leastMoves:
		if z.of == g {
			z.of = nil
		}
		return false
	case z.of == nil:
		z.of = g
		clear(z.seen.before)
	case z.of != g:
		return false
	}
	z.fewest = min(n, z.fewest)
	for _, at := range changed {
		z.moved[at] = true
	}
	z.seen.watch(g.cycleBefore(m), g.RestingFrame)
	if z.samples++; z.samples >= m.options.Dozing.Samples {
		z.samples = 0
		z.make(m)
	}
	return true
}

// nextSample is the distance to the next sample: a different one each time, or what has a period of
// two or four cycles would look as if it stood still.
func (z *dozing) nextSample() uint64 { return uint64(z.samples * (z.samples + 1) / 2) }

// make makes the code.
func (z *dozing) make(m *Machine) {
	plan := translate.PlanDoze(z.kernels, slices.Sorted(maps.Keys(z.moved)), z.seen)
	if plan == nil || plan.Cost() > m.options.Dozing.Cost {
		z.failed++
		z.plan = nil
		return
	}
	out := emitamd64.NewLibrary(m.design, m.options.Groups.Widest())
	plan.Generate(out, z.lanes, m.options)
	image, err := out.Image()
	if err != nil {
		z.failed = mostFailures
		return
	}
	if z.code, err = native.Load(image, 0); err != nil {
		z.failed = mostFailures
		return
	}
	z.plan, z.learned, z.short = plan, false, 0
	z.made++
	for i := range m.resting.groups {
		if g := &m.resting.groups[i]; g.dozing == z {
			g.wake(m)
			z.link(m, g.RestingFrame, out)
		}
	}
}

// link has the code of a group find the functions.
func (z *dozing) link(m *Machine, f *translate.RestingFrame, out *emitamd64.Emitter) {
	for i, k := range f.Kernels {
		for n, does := range z.plan.Steps[i].Kernels() {
			m.writeWord(f.CodeOf(k, translate.DozeFunction(n)), 8, z.code.Address(out.Offset(does.For(z.lanes))))
		}
	}
}

// learn finds out which of the values that are watched have woken a group: they move, too.
func (z *dozing) learn(m *Machine, g *restingGroup) {
	frame, lanes := g.frame(m), uint32(g.Lanes)
	z.plan.EachWatch(func(k *translate.Kernel, i, size int, recorded, now uint32) {
		n := lanes * uint32(size)
		if !bytes.Equal(frame[lanes*recorded:][:n], frame[lanes*now:][:n]) {
			z.seen.changed[k][i] = true
			z.learned = true
		}
	})
}

// forget makes what learn compares equal.
func (z *dozing) forget(m *Machine, g *restingGroup) {
	frame, lanes := g.frame(m), uint32(g.Lanes)
	z.plan.EachWatch(func(_ *translate.Kernel, _, size int, recorded, now uint32) {
		copy(frame[lanes*now:], frame[lanes*recorded:][:lanes*uint32(size)])
	})
}
