package compiled

import (
	"context"
	"runtime"
	"time"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/native"
	"culprit/cyclesim/internal/wasm"
	"culprit/rtlgen/ir"
)

// slice is about how long the native code may run at a time: the collector waits for it, and
// so does who ends a run.
const slice = 5 * time.Millisecond

// wideGroups has groups that fill vectors of so many bytes, and smaller ones.
func wideGroups(vectorBytes int) grouping {
	g := grouping{fill: true}
	for n := vectorBytes; n >= 8; n /= 2 {
		g.sizes = append(g.sizes, n)
	}
	return g
}

// nativeVectorBytes is the size of the vectors of the machine code: those of AVX2.
const nativeVectorBytes = 32

// wide is the options for a back end whose vectors have so many bytes.
func wide(cfg machine.Config, vectorBytes int) options {
	o := standard(cfg)
	o.groups = wideGroups(vectorBytes)
	return o
}

// NewC is New with the steps of the simulation compiled by a C compiler on the user's
// machine, with vectors as wide as its processor has. The error says what is missing for that.
func NewC(d *ir.Design, cfg machine.Config) (*Machine, error) {
	if err := native.Supported(); err != nil {
		return nil, err
	}
	cc, err := native.Find()
	if err != nil {
		return nil, err
	}
	return newWith(d, cfg, cc, wide(cfg, cc.VectorBytes()))
}

// NativeRuns tells why NewNative does not work here; nil if it does.
func NativeRuns() error { return native.AVX2() }

// NewNative is New with the steps of the simulation as machine code that is made here. The error
// says what is missing for that.
func NewNative(d *ir.Design, cfg machine.Config) (*Machine, error) {
	if err := NativeRuns(); err != nil {
		return nil, err
	}
	return newNative(d, cfg, wide(cfg, nativeVectorBytes))
}

func newNative(d *ir.Design, cfg machine.Config, o options) (*Machine, error) {
	return newMapped(d, cfg, o, func(d *design) imageBackend { return newMachineCode(d, o.groups.widest()) })
}

func newWith(d *ir.Design, cfg machine.Config, cc *native.Compiler, o options) (*Machine, error) {
	o.sharing.threads = 1
	return newMapped(d, cfg, o, func(d *design) imageBackend { return newCSource(&d.at, cc, o.groups.widest()) })
}

// imageBackend is a back end whose code is mapped into memory.
type imageBackend interface {
	backend
	// limit is the most memory that the code can address.
	limit() uint64
	// image is the code for package native.
	image() ([]byte, error)
}

// newMapped is New with the steps of the simulation as machine code. Wires that are looked at are
// still settled by WebAssembly.
func newMapped(d *ir.Design, cfg machine.Config, o options, backend func(d *design) imageBackend) (*Machine, error) {
	m, code, err := translate(d, cfg, o)
	if err != nil {
		return nil, err
	}
	m.design.crew = m.design.divide(code, o.sharing)
	out := backend(m.design)
	m.design.generate(code, out, o)
	if err := m.design.placeFrame(out.limit()); err != nil {
		return nil, err
	}
	out.steps(code, m.design.frame)
	image, err := out.image()
	if err != nil {
		return nil, err
	}
	threads := 1
	if m.design.crew != nil {
		threads = len(m.design.crew.kernels)
	}
	run, err := native.Load(image, threads)
	if err != nil {
		return nil, err
	}
	w := &wasm.Module{}
	w.Memory(uint32(pages(m.design.bytes)), exportMemory)
	if _, err := m.load(native.WithMemory(context.Background()), w.Encode()); err != nil {
		return nil, err
	}
	m.use(run)
	m.begin()
	return m, nil
}

// use has native code make the steps.
func (m *Machine) use(code *native.Code) {
	entry := func(number int) exported {
		return func(argument uint64) uint64 { return code.Call(m.view, number, argument) }
	}
	m.settle, m.finish = entry(entrySettle), entry(entryFinish)
	run := entry(entryRun)
	m.batch = 1
	m.run = func(n uint64) uint64 {
		start := time.Now()
		var done uint64
		if crew := m.design.crew; crew != nil && n >= m.options.sharing.least && runtime.GOMAXPROCS(0) >= len(crew.areas) {
			done = m.together(code, n)
		} else {
			done = run(n)
		}
		switch took := time.Since(start); {
		case took < slice/2 && int(n) == m.batch:
			m.batch = min(2*m.batch, 1<<30)
		case took > slice && m.batch > 1:
			m.batch /= 2
		}
		return done
	}
}
