package running

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/word"
)

// watcher interprets the kernels of a group in some lanes and finds out which of their values differ
// from cycle to cycle.
type watcher struct {
	kernels []*translate.Kernel
	lanes   []uint32
	changed map[*translate.Kernel][]bool
	took    map[*translate.Kernel][]sides
	before  map[watched][]uint64
	undo    []undone
	random  *rand.PCG // of arbitrary values
}

// sides is the arguments that a selection has taken.
type sides uint8

const (
	tookC sides = 1 << iota
	tookB
)

// watched is a run of a kernel in each cycle: that for a lane of some frames.
type watched struct {
	kernel *translate.Kernel
	at     layout.Address
}

// mostWatched bounds the lanes that are looked at, atOnce those in one cycle, by turns.
const mostWatched, atOnce = 16, 8

func newWatcher(kernels []*translate.Kernel, lanes int) *watcher {
	w := &watcher{kernels: kernels, changed: map[*translate.Kernel][]bool{}, took: map[*translate.Kernel][]sides{},
		before: map[watched][]uint64{}, random: rand.NewPCG(1, 1)}
	var used []uint32
	for rest := kernels[0].Used(lanes); rest != 0; rest &= rest - 1 {
		used = append(used, uint32(bits.TrailingZeros64(rest)))
	}
	for i := range min(len(used), mostWatched) {
		w.lanes = append(w.lanes, used[i*len(used)/min(len(used), mostWatched)])
	}
	return w
}

// Moved implements translate.Seen.
func (w *watcher) Moved(k *translate.Kernel, i int) bool {
	return w.changed[k] != nil && w.changed[k][i]
}

// Took implements translate.Seen.
func (w *watcher) Took(k *translate.Kernel, i int) (b, c bool) {
	if w.took[k] == nil {
		return false, false
	}
	return w.took[k][i]&tookB != 0, w.took[k][i]&tookC != 0
}

// undone is a store, with what was there before.
type undone struct {
	at, size uint32
	value    uint64
}

// watch looks at a cycle. frame is the memory of the group as it was when that began, and is so
// again behind it.
func (w *watcher) watch(frame []byte, f *translate.RestingFrame) {
	n := min(atOnce, len(w.lanes))
	for _, lane := range w.lanes[:n] {
		for _, k := range w.kernels {
			(&interpreted{w, frame}).run(k, layout.Lane(0, uint32(f.Lanes), lane))
		}
		for _, u := range slices.Backward(w.undo) {
			layout.PutNumber(frame[u.at:], u.size, u.value)
		}
		w.undo = w.undo[:0]
	}
	w.lanes = slices.Concat(w.lanes[n:], w.lanes[:n])
}

// interpreted is a group in one cycle.
type interpreted struct {
	*watcher
	memory []byte
}

// framed is one lane of frames of the group.
type framed struct {
	*watcher
	memory []byte
	at     layout.Address
	layout *layout.Layout
}

func (f *framed) load(place uint64, size uint8) uint64 {
	return layout.Number(f.memory[f.at.PlaceIn(f.layout, uint32(place), uint32(size)):], uint32(size))
}

func (f *framed) store(place uint64, size uint8, v uint64) {
	at := f.at.PlaceIn(f.layout, uint32(place), uint32(size))
	f.undo = append(f.undo, undone{at, uint32(size), layout.Number(f.memory[at:], uint32(size))})
	layout.PutNumber(f.memory[at:], uint32(size), v)
}

// run runs a kernel for a lane. Arbitrary values are others in each cycle.
func (r *interpreted) run(k *translate.Kernel, lane layout.Address) {
	frame := framed{r.watcher, r.memory, lane, k.Module.Layout}
	p := &k.Program
	if r.took[k] == nil {
		r.took[k] = make([]sides, len(p.Code))
	}
	x := make([]uint64, len(p.Code))
	arg := func(v word.Ref) uint64 {
		if v == word.None {
			return 0
		}
		return x[v]
	}
	for i := range p.Code {
		in := &p.Code[i]
		switch in.Op {
		case word.Arbitrary:
			x[i] = r.random.Uint64()
		case word.Check, word.Cover:
		case word.Load:
			x[i] = frame.load(in.K+arg(in.A), in.Size)
		case word.Select:
			side := tookC
			if x[in.A] == 1 {
				side = tookB
			}
			r.took[k][i] |= side
			x[i] = p.Value(in, x)
		case word.Store, word.Copy, word.Permute:
			frame.effect(p, in, arg)
		case word.Call:
			c := &p.Calls[in.K]
			for _, inside := range k.Frames(c, lane) {
				r.run(translate.KernelOf(c), inside)
			}
		default:
			x[i] = p.Value(in, x)
		}
	}
	r.compare(watched{k, lane}, x)
}

// effect writes to memory.
func (f *framed) effect(p *word.Program, in *word.Instr, arg func(word.Ref) uint64) {
	to, step := in.K, uint64(in.Size)
	switch in.Op {
	case word.Store:
		if in.C == word.None || arg(in.C) == 1 {
			for n := range uint64(max(in.Spread, 1)) {
				f.store(to+arg(in.A)+n*step, in.Size, arg(in.B))
			}
		}
	case word.Copy:
		for n := range uint64(max(in.Spread, 1)) {
			f.store(to+n*step, in.Size, f.load(in.From+n*step, in.Size))
		}
	case word.Permute:
		for n, from := range p.Sources[in.From] {
			v := uint64(0)
			if from != word.NoSource {
				v = f.load(from, in.Size)
			}
			f.store(to+uint64(n)*step, in.Size, v)
		}
	}
}

// compare notes which values are not those of the cycle that was looked at before.
func (r *interpreted) compare(run watched, x []uint64) {
	if r.changed[run.kernel] == nil {
		r.changed[run.kernel] = make([]bool, len(x))
	}
	if old := r.before[run]; old != nil {
		for i, v := range x {
			if v != old[i] {
				r.changed[run.kernel][i] = true
			}
		}
	}
	r.before[run] = x
}
