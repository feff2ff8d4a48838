package compiled

import (
	"encoding/binary"
	"runtime"
	"slices"

	"culprit/cyclesim/internal/native"
	"culprit/cyclesim/internal/translate"
)

// mayShare reports whether there are threads to share a run of the given length.
func (m *Machine) mayShare(n uint64) bool {
	crew := m.design.Crew
	return crew != nil && n >= m.options.Sharing.Least && runtime.GOMAXPROCS(0) >= len(crew.Areas)
}

// together runs up to n cycles on all threads of the crew.
func (m *Machine) together(code *native.Code, n uint64) uint64 {
	m.prepareCrew()
	if m.helpers == nil {
		m.helpers = newHelpers(len(m.design.Crew.Areas) - 1)
		runtime.AddCleanup(m, func(h *helpers) { close(h.work) }, m.helpers)
	}
	for t := 1; t < len(m.design.Crew.Areas); t++ {
		m.helpers.work <- threadRun{code, m.view, t, n}
	}
	done := threadRun{code, m.view, 0, n}.run()
	for range len(m.design.Crew.Areas) - 1 {
		poll(m.helpers.done)
	}
	return done
}

// threadRun is what one thread has to do.
type threadRun struct {
	code   *native.Code
	memory []byte
	thread int
	cycles uint64
}

func (r threadRun) run() uint64 {
	for {
		if done := r.code.CallThread(r.thread, r.memory, translate.EntryThread+r.thread, r.cycles); done !=
			translate.NotJoined {
			return done
		}
		runtime.Gosched() // another thread may be waiting for the collector
	}
}

// helpers are goroutines for all threads but the first one.
type helpers struct {
	work chan threadRun
	done chan struct{}
}

func newHelpers(n int) *helpers {
	h := &helpers{make(chan threadRun, n), make(chan struct{}, n)}
	for range n {
		go func() {
			for {
				r, ok := poll(h.work)
				if !ok {
					return
				}
				r.run()
				h.done <- struct{}{}
			}
		}()
	}
	return h
}

// polls is how often a goroutine looks for news before it sleeps: waking it takes longer than
// some cycles of a simulation.
const polls = 500

// poll receives from a channel.
func poll[T any](from <-chan T) (T, bool) {
	for range polls {
		select {
		case x, ok := <-from:
			return x, ok
		default:
			runtime.Gosched()
		}
	}
	x, ok := <-from
	return x, ok
}

// prepareCrew has all threads begin in the present cycle.
func (m *Machine) prepareCrew() {
	d := m.design
	cycle := binary.LittleEndian.Uint64(m.bytes(d.At.Cycle, 8))
	clear(m.bytes(d.Crew.Shared, d.Crew.SharedBytes()))
	seed := binary.LittleEndian.Uint64(m.bytes(d.At.Seed, 8))
	for _, area := range d.Crew.Areas {
		for at, v := range map[uint32]uint64{d.At.Cycle: cycle, d.At.Seed: seed, d.At.Target: 0} {
			binary.LittleEndian.PutUint64(m.bytes(area+at, 8), v)
		}
	}
}

// takeFailed takes the failures that the threads have logged, in the order of the hierarchy: pairs
// of an instance and its property.
func (m *Machine) takeFailed() [][2]uint32 {
	areas := []uint32{0}
	if m.design.Crew != nil {
		areas = m.design.Crew.Areas
	}
	var list [][2]uint32
	for _, area := range areas {
		failed := m.bytes(area+m.design.At.Failed, 4)
		for i := range binary.LittleEndian.Uint32(failed) {
			entry := m.bytes(area+m.design.At.Log+8*i, 8)
			list = append(list, [2]uint32{binary.LittleEndian.Uint32(entry), binary.LittleEndian.Uint32(entry[4:])})
		}
		clear(failed)
	}
	slices.SortFunc(list, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
	return list
}

// Threads is how many share the work of Edges.
func (m *Machine) Threads() int {
	if m.design.Crew == nil {
		return 1
	}
	return len(m.design.Crew.Areas)
}
