package compiled

import (
	"context"
	"math"

	"culprit.example/culprit/cyclesim/internal/emitamd64"
	"culprit.example/culprit/cyclesim/internal/emitc"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/running"
	"culprit.example/culprit/cyclesim/internal/space"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/rtlgen/ir"
)

// wideGroups has groups that fill vectors of the given number of bytes, and smaller ones.
func wideGroups(vectorBytes int) layout.Grouping {
	g := layout.Grouping{Fill: true, Joined: vectorBytes}
	for n := vectorBytes; n >= 8; n /= 2 {
		g.Sizes = append(g.Sizes, n)
	}
	return g
}

// The size of the vectors of the machine code.
const avx2Bytes, avx512Bytes = 32, 64

// WithAVX512 reports whether the machine code uses AVX-512 here.
func WithAVX512() bool { return native.AVX512() }

// nativeVectorBytes is the size of the widest vectors that the processor has.
func nativeVectorBytes() int {
	if WithAVX512() {
		return avx512Bytes
	}
	return avx2Bytes
}

// wide is the options for a back end whose vectors have a number of bytes.
func wide(cfg machine.Config, vectorBytes int) translate.Options {
	o := translate.Standard(cfg)
	o.Groups = wideGroups(vectorBytes)
	return o
}

// NewC is New with the steps of the simulation compiled by a C compiler on the user's
// machine, with vectors as wide as its processor has. The error says what is missing for that.
func NewC(d *ir.Design, cfg machine.Config) (*Machine, error) {
	if err := native.Supported(); err != nil {
		return nil, err
	}
	ctx := cfg.Context
	if ctx == nil {
		ctx = context.Background()
	}
	cc, err := native.Find(ctx)
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
	return newForVectors(d, cfg, nativeVectorBytes())
}

// NewAVX2 is NewNative with code for processors without AVX-512.
func NewAVX2(d *ir.Design, cfg machine.Config) (*Machine, error) {
	return newForVectors(d, cfg, avx2Bytes)
}

func newForVectors(d *ir.Design, cfg machine.Config, vectorBytes int) (*Machine, error) {
	if err := NativeRuns(); err != nil {
		return nil, err
	}
	o := forNative(cfg, vectorBytes)
	return newNative(d, cfg, o, vectorBytes, groupsForThreads(o, vectorBytes))
}

// forNative is the options for machine code.
func forNative(cfg machine.Config, vectorBytes int) translate.Options {
	o := wide(cfg, vectorBytes)
	o.Rest = true
	return o
}

// groupsForThreads are ways to group copies that may be better for several threads. A group as
// large as vectors allow may leave little for a second thread.
func groupsForThreads(o translate.Options, vectorBytes int) (list []layout.Grouping) {
	if o.Sharing.Threads < 2 {
		return nil
	}
	even := o.Groups
	even.Threads = o.Sharing.Threads
	list = append(list, even)
	if vectorBytes > avx2Bytes {
		narrow := wideGroups(avx2Bytes)
		narrow.Joined = vectorBytes
		list = append(list, narrow)
	}
	return list
}

// newNative makes the code for vectors of the given number of bytes.
func newNative(d *ir.Design, cfg machine.Config, o translate.Options, vectorBytes int,
	others []layout.Grouping) (*Machine, error) {
	best, err := planned(d, cfg, o, others)
	if err != nil {
		return nil, err
	}
	return newMapped(best, func(d *translate.Design) ImageBackend {
		return emitamd64.New(d, &best.options, vectorBytes)
	})
}

// planned makes the programs; with one of the other groups, if several threads take less time with it.
func planned(d *ir.Design, cfg machine.Config, o translate.Options, others []layout.Grouping) (*prepared, error) {
	best, err := divided(d, cfg, o)
	if err != nil {
		return nil, err
	}
	for _, groups := range others {
		o.Groups = groups
		p, err := divided(d, cfg, o)
		if err != nil {
			return nil, err
		}
		if p.crewCost() < best.crewCost() {
			best = p
		}
	}
	return best, nil
}

// divided makes the programs, with the best way to group copies, and divides them among threads.
func divided(d *ir.Design, cfg machine.Config, o translate.Options) (*prepared, error) {
	o.FewLanes = true
	if g := &o.Groups; g.TwoBlocks == nil && g.Unfilled == nil && translate.HasChoice(d, o) {
		o.Ungrouped = true
		p, err := prepare(d, cfg, o)
		if err != nil {
			return nil, err
		}
		var better bool
		if *g, better = p.design.BetterGroups(p.code, o); !better {
			return p.divided(), nil
		}
		o.Ungrouped = false
	}
	return dividedAs(d, cfg, o)
}

// dividedAs is that with groups as the options have them.
func dividedAs(d *ir.Design, cfg machine.Config, o translate.Options) (*prepared, error) {
	p, err := prepare(d, cfg, o)
	if err != nil {
		return nil, err
	}
	return p.divided(), nil
}

func (p *prepared) divided() *prepared {
	p.design.Crew = p.design.Divide(p.code, p.options)
	return p
}

// crewCost is what a cycle costs on several threads, by estimates; infinite for one.
func (p *prepared) crewCost() float64 {
	if p.design.Crew == nil {
		return math.Inf(1)
	}
	return p.design.Crew.Cost
}

func newWith(d *ir.Design, cfg machine.Config, cc *native.Compiler, o translate.Options) (*Machine, error) {
	o.Sharing.Threads, o.Rest = 1, false
	p, err := prepare(d, cfg, o)
	if err != nil {
		return nil, err
	}
	return newMapped(p, func(d *translate.Design) ImageBackend { return emitc.New(&d.At, cc, o.Groups.Widest()) })
}

// ImageBackend is a back end whose code is mapped into memory.
type ImageBackend interface {
	translate.Backend
	// Limit is the most memory that the code can address.
	Limit() uint64
	// Image is the code for package native.
	Image() ([]byte, error)
}

// newMapped is New with the steps of the simulation as machine code. Wires that are looked at are
// still settled by WebAssembly.
func newMapped(p *prepared, backend func(d *translate.Design) ImageBackend) (*Machine, error) {
	m := p.Machine
	image, err := p.image(backend)
	if err != nil {
		return nil, err
	}
	threads := 1
	if m.design.Crew != nil {
		threads = len(m.design.Crew.Kernels)
	}
	run, err := native.Load(image, threads)
	if err != nil {
		return nil, err
	}
	if err := m.allocate(space.Reach); err != nil {
		return nil, err
	}
	m.use(run)
	m.begin()
	return m, nil
}

// image makes the code.
func (p *prepared) image(backend func(d *translate.Design) ImageBackend) ([]byte, error) {
	d := p.design
	d.PlanRest(p.code, p.options)
	out := backend(d)
	if err := d.Generate(p.code, out, p.options, out.Limit()); err != nil {
		return nil, err
	}
	return out.Image()
}

// use has native code make the steps.
func (m *Machine) use(code *native.Code) {
	entry := func(number int) exported {
		return func(argument uint64) uint64 { return code.Call(m.view, number, argument) }
	}
	m.settle, m.finish = entry(translate.EntrySettle), entry(translate.EntryFinish)
	m.runner = running.New(&running.Host{Design: m.design, Options: &m.options, Code: code,
		View: func() []byte { return m.view }})
	m.run = func(n uint64) uint64 { return m.runner.Run(m.cycle, n) }
}

// changed says that the state is not what the code has made.
func (m *Machine) changed() {
	if m.runner != nil {
		m.runner.Changed()
	}
}
