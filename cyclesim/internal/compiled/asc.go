package compiled

import (
	"slices"
	"time"

	"culprit/cyclesim/internal/csource"
	"culprit/cyclesim/internal/native"
	"culprit/cyclesim/internal/wasm"
)

// slice is about how long the native code may run at a time: the collector waits for it, and
// so does who ends a run.
const slice = 5 * time.Millisecond

// loadC replaces the functions of the simulation by the same ones, compiled from C. What is
// called seldom stays as it is.
func (m *Machine) loadC(w *wasm.Module) error {
	exports := []string{exportSettle, exportFinish, exportRun}
	image, err := native.Compile(csource.Translate(w, exports))
	if err != nil {
		return err
	}
	code, err := native.Load(image)
	if err != nil {
		return err
	}
	function := func(name string) exported {
		number := slices.Index(exports, name)
		return func(argument uint64) uint64 { return code.Call(m.view, number, argument) }
	}
	m.settle, m.finish = function(exportSettle), function(exportFinish)
	run := function(exportRun)
	m.batch = 1
	m.run = func(n uint64) uint64 {
		start := time.Now()
		done := run(n)
		switch took := time.Since(start); {
		case took < slice/2 && int(n) == m.batch:
			m.batch = min(2*m.batch, 1<<30)
		case took > slice && m.batch > 1:
			m.batch /= 2
		}
		return done
	}
	return nil
}
