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
	failed   int           // how often that was not worth it
	plan     *translate.Doze
	code     *native.Code // of plan
	again    bool         // more samples are wanted, though there is code
	refusals int          // cycles, one after the other, in which a group could not doze with it
	short    int          // dozes that something ended that was watched, soon
	fired    map[fired]int
}

// fired is a value that was watched and has changed.
type fired struct {
	kernel *translate.Kernel
	instr  int
}

const (
	// mostPlans bounds how often code is made, mostFailures how often that may not be worth it.
	mostPlans, mostFailures = 12, 3
	// After manyShort dozes that were short, what has ended often of them is taken as moving.
	manyShort, often = 16, 4
	// mostRefusals is how often a group may be unable to doze before more samples are taken.
	mostRefusals = 64
	// leastMoves is a number of bytes that are never too many.
	leastMoves = 64
)

// wants tells whether another sample is of use.
func (z *dozing) wants() bool { return (z.plan == nil || z.again) && z.failed < mostFailures }

// sleeps is called when a group begins to doze.
func (z *dozing) sleeps(m *Machine, g *restingGroup) {
	z.refusals = 0
	z.each(m, g, func(_ fired, recorded, now []byte) { copy(now, recorded) })
}

// woken is called when a group has dozed, for a short time: it notes which of the values that are
// watched have ended that.
func (z *dozing) woken(m *Machine, g *restingGroup) {
	if z.plan == nil || z.made >= mostPlans || z.failed >= mostFailures {
		return
	}
	any := false
	z.each(m, g, func(w fired, recorded, now []byte) {
		if !bytes.Equal(recorded, now) {
			z.fired[w]++
			any = true
		}
	})
	if !any {
		return
	}
	if z.short++; z.short < manyShort {
		return
	}
	learned := false
	for w, n := range z.fired {
		if n >= often {
			z.seen.changed[w.kernel][w.instr] = true
			learned = true
		}
	}
	z.short = 0
	clear(z.fired)
	if learned {
		z.make(m)
	}
}

// each calls f for every value that is watched in a group, with what was recorded of it in all
// lanes, and what it was when the doze ended.
func (z *dozing) each(m *Machine, g *restingGroup, f func(w fired, recorded, now []byte)) {
	frame, lanes := g.frame(m), uint32(g.Lanes)
	z.plan.EachWatch(func(k *translate.Kernel, i, size int, recorded, now uint32) {
		n := lanes * uint32(size)
		f(fired{k, i}, frame[lanes*recorded:][:n], frame[lanes*now:][:n])
	})
}

// refused is called when a group could not doze with the code there is: after a while more samples are
// taken.
func (z *dozing) refused() {
	if z.refusals++; z.refusals >= mostRefusals && z.made < mostPlans {
		z.again, z.refusals = true, 0
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
	z.again = false
	plan := translate.PlanDoze(z.kernels, slices.Sorted(maps.Keys(z.moved)), z.seen)
	if plan == nil || plan.Cost() > m.options.Dozing.Cost {
		z.failed++
		return
	}
	out := emitamd64.NewLibrary(m.design, m.options.Groups.Widest())
	plan.Generate(out, z.lanes, m.options)
	image, err := out.Image()
	if err != nil {
		z.failed = mostFailures
		return
	}
	code, err := native.Load(image, 0)
	if err != nil {
		z.failed = mostFailures
		return
	}
	z.plan, z.code = plan, code
	z.made++
	z.short, z.fired = 0, map[fired]int{}
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
