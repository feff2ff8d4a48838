package compiled

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"syscall"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"culprit.example/culprit/cyclesim/internal/emitwasm"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/space"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/wasm"
)

// allocate makes the memory of the design, with the given number of addresses reserved. It is given back when nothing
// refers to the machine any more.
func (m *Machine) allocate(reach uint64) (err error) {
	if m.memory, err = space.New(emitwasm.Pages(m.design.Bytes)*wasm.PageSize, reach); err != nil {
		return err
	}
	runtime.AddCleanup(m, (*space.Memory).Free, m.memory)
	m.view = m.memory.Bytes()
	return nil
}

// shared lets WebAssembly work on a memory, which stays that of the machine.
type shared struct{ *space.Memory }

// Allocate implements experimental.MemoryAllocator.
func (s shared) Allocate(_, _ uint64) experimental.LinearMemory { return s }

// Reallocate implements experimental.LinearMemory.
func (s shared) Reallocate(size uint64) []byte {
	if err := s.Grow(size); err != nil {
		return nil
	}
	return s.Bytes()[:size]
}

// Free implements experimental.LinearMemory.
func (shared) Free() {}

// perRuntime is how many mappings WebAssembly takes: its own functions, those of two modules.
const perRuntime = 3

// stepModule is the name under which the code for observation imports the memory.
const stepModule = "step"

// load makes a module with the memory of the design.
func (m *Machine) load(w *wasm.Module) (api.Module, error) {
	if err := space.Take(perRuntime); err != nil {
		return nil, noCode(err)
	}
	runtime.AddCleanup(m, space.Give, perRuntime)
	ctx := experimental.WithMemoryAllocator(context.Background(), shared{m.memory})
	var mod api.Module
	err := space.Retry(func() error {
		return compiling(func() (err error) {
			if m.runtime == nil {
				m.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig())
				// The compiled code is not garbage collected.
				runtime.AddCleanup(m, func(r wazero.Runtime) { r.Close(ctx) }, m.runtime)
			}
			mod, err = m.runtime.InstantiateWithConfig(ctx, w.Encode(), wazero.NewModuleConfig().WithName(stepModule))
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	m.shared = mod.Memory()
	m.view = m.memory.Bytes()
	return mod, nil
}

// compiling calls f, which compiles WebAssembly. If the system gives the code no memory, wazero panics or returns an
// error; every other error is a mistake in the code.
func compiling(f func() error) (err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		e, ok := p.(error)
		if err = noCode(e); !ok || !missing(e) {
			panic(p)
		}
	}()
	switch err := f(); {
	case err == nil:
		return nil
	case missing(err):
		return noCode(err)
	default:
		return fmt.Errorf("BUG: the generated code is refused: %w", err)
	}
}

// missing reports whether the system has refused something.
func missing(err error) bool {
	var number syscall.Errno
	return errors.As(err, &number)
}

func noCode(err error) error {
	return fmt.Errorf("no memory for the compiled code: %w: use engine \"reference\", or %s", err, space.WayOut)
}

// Observe implements machine.Machine.
func (m *Machine) Observe(o machine.Object) error {
	if _, kept := m.locate(o); kept || m.observe != nil {
		return nil
	}
	return m.loadObserver()
}

// observeAll settles every wire of every instance.
func (m *Machine) observeAll() {
	if m.observe == nil {
		if err := m.loadObserver(); err != nil {
			panic("BUG: wires are looked at that Observe was not called for: " + err.Error())
		}
	}
	m.observe(0)
	m.observed = true
	m.changed() // inputs and outputs of groups may have been those of another cycle
}

// loadObserver compiles the code for observation, which uses the same memory. Its
// scratch memory lies behind everything else.
func (m *Machine) loadObserver() error {
	d := m.design
	if m.shared == nil {
		w := &wasm.Module{}
		w.Memory(uint32(emitwasm.Pages(d.Bytes)), emitwasm.ExportMemory)
		if _, err := m.load(w); err != nil {
			return err
		}
	}
	o := m.options
	o.Observe, o.FewLanes = true, false
	code := d.Translate(o)
	w := &wasm.Module{}
	at := d.At
	at.Scratch = (d.Bytes + 63) / 64 * 64
	if at.Scratch > translate.MaxBytes {
		return errors.New("no address is left for looking at wires: use engine \"reference\"")
	}
	out := emitwasm.New(w, &at, &o)
	d.Write(code, out, o)
	out.ObserveFunc(code, d.Frame)
	if err := m.grow(emitwasm.Pages(at.Scratch)); err != nil {
		return err
	}
	w.ImportMemory(uint32(emitwasm.Pages(d.Bytes)), stepModule, emitwasm.ExportMemory)
	return space.Retry(func() error {
		return compiling(func() error {
			mod, err := m.runtime.InstantiateWithConfig(context.Background(), w.Encode(),
				wazero.NewModuleConfig().WithName("observe"))
			if err == nil {
				m.observe = exportOf(mod, emitwasm.ExportSettle)
			}
			return err
		})
	})
}

// grow makes the memory that number of pages large.
func (m *Machine) grow(pages uint64) error {
	have := uint64(m.shared.Size()) / wasm.PageSize
	if pages <= have {
		return nil
	}
	if _, ok := m.shared.Grow(uint32(pages - have)); !ok {
		return fmt.Errorf("no memory for looking at wires: %s", space.WayOut)
	}
	m.view = m.memory.Bytes()
	return nil
}
