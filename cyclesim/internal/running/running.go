package running

import (
	"time"

	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/translate"
)

// Runner makes the cycles of a machine.
type Runner interface {
	// Run makes up to n cycles from a cycle on, and returns how many: fewer if a property has failed, or
	// where the machine has to look at something.
	Run(cycle, n uint64) uint64
	// Changed says that something outside has changed the state, or looked at wires: nothing that was
	// known of the groups holds any more.
	Changed()
	// Idle is how many groups rest, and how many of these doze.
	Idle() (resting, dozing int)
}

// Host is a machine whose cycles are made.
type Host struct {
	Design  *translate.Design
	Options *translate.Options
	Code    *native.Code
	View    func() []byte // all of the memory
}

// New is what makes the cycles of a machine.
func New(h *Host) Runner {
	var r Runner = alone{h}
	if h.Design.Crew != nil {
		r = &crew{Host: h}
	}
	if h.Design.Rest != nil {
		r = newResting(h, alone{h}, r)
	}
	return &sliced{Runner: r, most: 1}
}

// bytes is a range of the memory, to read and to write.
func (h *Host) bytes(at, n uint32) []byte { return h.View()[at : at+n] }

// top is the frame of the top, and what lies after it.
func (h *Host) top() []byte { return h.View()[h.Design.Frame:] }

// alone makes cycles on one thread.
type alone struct{ *Host }

func (a alone) Run(_, n uint64) uint64 { return a.Code.Call(a.View(), translate.EntryRun, n) }
func (alone) Changed()                 {}
func (alone) Idle() (int, int)         { return 0, 0 }

// slice is about how long the native code may run at a time: the collector waits for it, and
// so does who ends a run.
const slice = 5 * time.Millisecond

// sliced has another one make as many cycles at a time as take about a slice.
type sliced struct {
	Runner
	most uint64
}

func (s *sliced) Run(cycle, n uint64) uint64 {
	start, n := time.Now(), min(n, s.most)
	done := s.Runner.Run(cycle, n)
	switch took := time.Since(start); {
	case took < slice/2 && n == s.most:
		s.most = min(2*s.most, 1<<30)
	case took > slice && s.most > 1:
		s.most /= 2
	}
	return done
}
