package compiled

import (
	"context"
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

// NewC is New with the steps of the simulation compiled by a C compiler on the user's
// machine, with vectors as wide as its processor has. The error says what is missing for that.
// Wires that are looked at are still settled by WebAssembly.
func NewC(d *ir.Design, cfg machine.Config) (*Machine, error) {
	if err := native.Supported(); err != nil {
		return nil, err
	}
	cc, err := native.Find()
	if err != nil {
		return nil, err
	}
	return newWith(d, cfg, cc, wideGroups(cc.VectorBytes()))
}

func newWith(d *ir.Design, cfg machine.Config, cc *native.Compiler, groups grouping) (*Machine, error) {
	o := standard
	o.noChecks = cfg.NoChecks
	o.groups = groups
	m, code, err := translate(d, cfg, o)
	if err != nil {
		return nil, err
	}
	widest := 16
	if len(groups.sizes) > 0 {
		widest = max(widest, groups.sizes[0])
	}
	out := newCSource(&m.design.at, widest)
	m.design.generate(code, out, o)
	if err := m.design.placeFrame(); err != nil {
		return nil, err
	}
	out.steps(code, m.design.frame)
	image, err := cc.Compile(out.source()...)
	if err != nil {
		return nil, err
	}
	run, err := native.Load(image)
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
		done := run(n)
		switch took := time.Since(start); {
		case took < slice/2 && int(n) == m.batch:
			m.batch = min(2*m.batch, 1<<30)
		case took > slice && m.batch > 1:
			m.batch /= 2
		}
		return done
	}
}
