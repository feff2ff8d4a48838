package running

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"culprit.example/culprit/cyclesim/internal/emitamd64"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/translate"
)

// dozing finds out what moves in groups with the same kernels while nothing happens, and has the code
// for that made. It looks at a group in some cycles, in which few of its registers change.
type dozing struct {
	kernels   []*translate.Kernel
	lanes     int
	length    int             // instructions of the kernels, with what they call
	moved     map[uint32]bool // offsets of bytes of registers and inputs that have changed
	fewest    int             // of them, in any cycle that was looked at
	seen      *watcher
	of        *restingGroup // that is looked at
	restless  int           // how often little has changed since a group rested altogether
	samples   int           // since the last code
	made      int           // how often code was made
	failed    int           // how often that was not worth it
	forgotten int           // how often there was no code for what had ended dozes, up to mostForgotten
	plan      *translate.Doze
	first     float64      // what the plan cost that came from samples
	code      *native.Code // of plan
	again     bool         // more samples are wanted, though there is code
	refusals  int          // cycles, one after the other, in which a group could not doze with it
	short     int          // dozes that something ended that was watched, soon
	fired     map[fired]int
}

// fired is a value that was watched and has changed, or, without a kernel, a byte of an input at an
// offset of the frame.
type fired struct {
	kernel *translate.Kernel
	at     int
}

const (
	// mostPlans bounds how often code is made, mostFailures how often that may not be worth it.
	mostPlans, mostFailures = 64, 3
	// After manyShort dozes that were short, one after the other, what has ended them is taken as
	// moving; or what has ended often many of them.
	manyShort, often = 16, 4
	// mostForgotten bounds how often that number doubles.
	mostForgotten = 8
	// learnedCost is how much more than the first plan one may cost that was learned, as a part of what
	// a cycle costs otherwise.
	learnedCost = 0.15
	// mostRefusals is how often a group may be unable to doze before more samples are taken.
	mostRefusals = 64
	// leastMoves is a number of bytes that are never too many.
	leastMoves = 64
)

// About what it takes to interpret an instruction in a lane, and to make code of one.
const interpreting, compiling = 40 * time.Nanosecond, 3 * time.Microsecond

func newDozing(f *translate.RestingFrame) *dozing {
	return &dozing{kernels: f.Kernels, lanes: f.Lanes, length: translate.Length(f.Kernels), moved: map[uint32]bool{}}
}

// compiles estimates how long it takes to make code.
func (z *dozing) compiles() time.Duration { return time.Duration(z.length) * compiling }

// searches estimates how long it takes to find out what moves, and to make code for that.
func (z *dozing) searches(o *translate.Options) time.Duration {
	return time.Duration(o.Dozing.Samples*atOnce*z.length)*interpreting + z.compiles()
}

// wants reports whether another sample is of use.
func (z *dozing) wants(o *translate.Options) bool {
	return (z.plan == nil || z.again) && z.failed < mostFailures && !o.Without[translate.StepDozing]
}

// sleeps is called when a group begins to doze.
func (z *dozing) sleeps(r *resting, g *restingGroup) {
	z.refusals = 0
	z.each(r, g, func(_ fired, recorded, now []byte) { copy(now, recorded) })
}

// woken is called when a group has dozed, for a short time: it notes which of the values that are
// watched have ended that.
func (z *dozing) woken(r *resting, g *restingGroup) {
	if z.plan == nil || z.made >= mostPlans || z.failed >= mostFailures {
		return
	}
	any := false
	z.each(r, g, func(w fired, recorded, now []byte) {
		if !bytes.Equal(recorded, now) {
			z.fired[w]++
			any = true
		}
	})
	for _, at := range g.inputsChanged(r) {
		z.fired[fired{nil, int(at)}]++
		any = true
	}
	if !any {
		return
	}
	if z.short++; z.short >= manyShort<<z.forgotten && r.mayLearn(z.compiles()) {
		r.make(func() { z.learn(r) })
	}
}

// learn makes the code anew: what has ended dozes moves. But what happens because of traffic ends
// dozes, too, and makes the code large, as far as it is taken as moving; then only what has ended many
// of them is.
func (z *dozing) learn(r *resting) {
	all := z.fired
	z.recount()
	for _, least := range []int{1, often} {
		learned := z.mark(all, least, true)
		if learned == 0 {
			break
		}
		if plan := z.planned(); plan != nil && plan.Cost() <= z.first+learnedCost {
			z.use(r, plan)
			return
		}
		z.mark(all, least, false)
	}
	z.forget()
}

// forget drops the plan: what moves has changed so much that new samples tell more. Each time, more
// short dozes come first.
func (z *dozing) forget() {
	z.plan, z.seen = nil, nil
	z.forgotten = min(z.forgotten+1, mostForgotten)
}

// recount begins to count anew what ends dozes.
func (z *dozing) recount() {
	z.short, z.fired = 0, map[fired]int{}
}

// mark takes what has ended at least that number of dozes as moving, or does not any more.
func (z *dozing) mark(all map[fired]int, least int, moves bool) (n int) {
	for w, times := range all {
		switch {
		case times < least:
			continue
		case w.kernel != nil:
			z.seen.changed[w.kernel][w.at] = moves
		case moves:
			z.moved[uint32(w.at)] = true
		default:
			delete(z.moved, uint32(w.at))
		}
		n++
	}
	return n
}

// each calls f for every value that is watched in a group, with what was recorded of it in all
// lanes, and what it was when the doze ended.
func (z *dozing) each(r *resting, g *restingGroup, f func(w fired, recorded, now []byte)) {
	frame := g.frame(r)
	z.plan.EachWatch(g.Lanes, func(k *translate.Kernel, i int, size, recorded, now uint32) {
		f(fired{k, i}, frame[recorded:][:size], frame[now:][:size])
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
// of their bytes. It reports whether it was of use.
func (z *dozing) sample(r *resting, g *restingGroup, changed []uint32) bool {
	n := len(changed)
	if z.restless++; z.restless <= r.Options.Dozing.Restless {
		return true
	}
	switch {
	case z.samples == 0 && !r.affords(z.searches(r.Options)):
		return false
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
	r.make(func() {
		g.inCycleBefore(r, func(frame []byte) { z.seen.watch(frame, g.RestingFrame) })
		if z.samples++; z.samples >= r.Options.Dozing.Samples {
			z.samples = 0
			z.make(r)
		}
	})
	return true
}

// nextSample is the distance to the next sample: a different one each time, or what has a period of
// two or four cycles would look as if it stood still.
func (z *dozing) nextSample(r *resting) uint64 {
	if z.restless <= r.Options.Dozing.Restless {
		return leastDistance
	}
	return uint64(z.samples * (z.samples + 1) / 2)
}

// make makes the code from the samples.
func (z *dozing) make(r *resting) {
	z.again = false
	plan := z.planned()
	if plan == nil || plan.Cost() > r.Options.Dozing.Cost {
		z.failed++
		return
	}
	z.first = plan.Cost()
	z.use(r, plan)
}

// planned is the programs for what is known to move.
func (z *dozing) planned() *translate.Doze {
	return translate.PlanDoze(z.kernels, slices.Sorted(maps.Keys(z.moved)), z.seen)
}

// use makes code of a plan and has the groups doze with it.
func (z *dozing) use(r *resting, plan *translate.Doze) {
	out := emitamd64.NewLibrary(r.Design, r.Options, r.Options.Groups.Widest())
	plan.Generate(out, z.lanes, *r.Options)
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
	clear(z.seen.before)
	z.made++
	z.recount()
	for i := range r.groups {
		if g := &r.groups[i]; g.dozing == z {
			g.wake(r)
			z.link(r, g.RestingFrame, out)
		}
	}
}

// link has the code of a group find the functions.
func (z *dozing) link(r *resting, f *translate.RestingFrame, out *emitamd64.Emitter) {
	for i, k := range f.Kernels {
		for n, does := range z.plan.Steps[i].Kernels() {
			address := z.code.Address(out.Offset(does.For(z.lanes)))
			layout.PutNumber(r.top()[f.CodeOf(k, translate.DozeFunction(n)):], 8, address)
		}
	}
}
