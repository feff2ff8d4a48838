package running

import (
	"encoding/binary"
	"runtime"

	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/translate"
)

// crew makes cycles on several threads, where there are processors for them and enough to do.
type crew struct {
	*Host
	helpers *helpers // made at the first use
}

func (*crew) Changed()         {}
func (*crew) Idle() (int, int) { return 0, 0 }

func (c *crew) Run(cycle, n uint64) uint64 {
	if !c.shares(n) {
		return alone{c.Host}.Run(cycle, n)
	}
	return c.together(n)
}

// shares reports whether there are threads to share a run of the given length.
func (c *crew) shares(n uint64) bool {
	return n >= c.Options.Sharing.Least && runtime.GOMAXPROCS(0) >= len(c.Design.Crew.Areas)
}

// together runs up to n cycles on all threads.
func (c *crew) together(n uint64) uint64 {
	c.prepare()
	threads := len(c.Design.Crew.Areas)
	if c.helpers == nil {
		c.helpers = newHelpers(threads - 1)
		runtime.AddCleanup(c, func(h *helpers) { close(h.work) }, c.helpers)
	}
	for t := 1; t < threads; t++ {
		c.helpers.work <- threadRun{c.Code, c.View(), t, n}
	}
	done := threadRun{c.Code, c.View(), 0, n}.run()
	for range threads - 1 {
		poll(c.helpers.done)
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

// prepare has all threads begin in the present cycle.
func (c *crew) prepare() {
	d := c.Design
	cycle := binary.LittleEndian.Uint64(c.bytes(d.At.Cycle, 8))
	clear(c.bytes(d.Crew.Shared, d.Crew.SharedBytes()))
	seed := binary.LittleEndian.Uint64(c.bytes(d.At.Seed, 8))
	for _, area := range d.Crew.Areas {
		for at, v := range map[uint32]uint64{d.At.Cycle: cycle, d.At.Seed: seed, d.At.Target: 0} {
			binary.LittleEndian.PutUint64(c.bytes(area+at, 8), v)
		}
	}
}
