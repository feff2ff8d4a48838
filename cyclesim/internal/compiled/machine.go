package compiled

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/big"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"culprit.example/culprit/cyclesim/internal/emitwasm"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/running"
	"culprit.example/culprit/cyclesim/internal/space"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/wasm"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// Machine is a design running as WebAssembly.
type Machine struct {
	cfg     machine.Config
	design  *translate.Design
	inputs  []*ir.Signal
	outputs []*ir.Signal
	places  []place // in the order of machine.Instances
	spare   []place // of lanes without a copy
	options translate.Options

	runtime             wazero.Runtime // nil as long as nothing needs WebAssembly
	memory              *space.Memory
	shared              api.Memory // memory, for WebAssembly
	view                []byte     // all of the memory
	settle, finish, run exported
	observe             exported       // made at the first use
	runner              running.Runner // of machine code; nil for WebAssembly

	used  bool   // it has been reset
	fresh []byte // the state after a reset; nil before the second one

	cycle    uint64
	settled  bool // the outputs are those of the present state and inputs
	observed bool // and so are all wires
}

// place is where an instance has its frame.
type place struct {
	layout *layout.Layout
	at     layout.Address
}

var _ machine.Machine = (*Machine)(nil)

// New compiles the design and resets it.
func New(d *ir.Design, cfg machine.Config) (*Machine, error) {
	return newWebAssemblyMachine(d, cfg, translate.Standard(cfg))
}

func newWebAssemblyMachine(d *ir.Design, cfg machine.Config, o translate.Options) (*Machine, error) {
	p, err := prepare(d, cfg, o)
	if err != nil {
		return nil, err
	}
	m, code := p.Machine, p.code
	w := &wasm.Module{}
	out := emitwasm.New(w, &m.design.At, &o)
	if err := m.design.Generate(code, out, o, translate.MaxBytes); err != nil {
		return nil, err
	}
	if err := m.allocate(0); err != nil {
		return nil, err
	}
	w.Memory(uint32(emitwasm.Pages(m.design.Bytes)), emitwasm.ExportMemory)
	mod, err := m.load(w)
	if err != nil {
		return nil, err
	}
	m.settle, m.finish = exportOf(mod, emitwasm.ExportSettle), exportOf(mod, emitwasm.ExportFinish)
	m.run = exportOf(mod, emitwasm.ExportRun)
	m.begin()
	return m, nil
}

// prepared is a machine without code, and the programs of the top.
type prepared struct {
	*Machine
	code *translate.Module
}

func prepare(d *ir.Design, cfg machine.Config, o translate.Options) (*prepared, error) {
	design, err := translate.NewDesign(d, machine.Instances(d), o)
	if err != nil {
		return nil, err
	}
	m := &Machine{cfg: cfg, design: design, options: o, inputs: d.Top.Inputs(),
		outputs: d.Top.Outputs()}
	return &prepared{m, design.Translate(o)}, nil
}

// begin finds the places of all instances and resets the design.
func (m *Machine) begin() {
	m.place(m.design.Layouts[m.design.IR.Top], layout.Whole(m.design.Frame))
	m.Reset()
}

// exported is an exported function, called with one number or none.
type exported func(argument uint64) uint64

func exportOf(mod api.Module, name string) exported {
	f := mod.ExportedFunction(name)
	return func(argument uint64) uint64 {
		stack := [1]uint64{argument}
		if err := f.CallWithStack(context.Background(), stack[:]); err != nil {
			panic("BUG: the generated code fails: " + err.Error())
		}
		return stack[0]
	}
}

// place assigns addresses to all frames, parents first.
func (m *Machine) place(l *layout.Layout, at layout.Address) { m.places = m.placeAll(m.places, l, at) }

func (m *Machine) placeAll(list []place, l *layout.Layout, at layout.Address) []place {
	list = append(list, place{l, at})
	for _, c := range l.Children {
		for i := range c.IR.Count {
			list = m.placeAll(list, c.Layout, at.Inside(c, i, m.options.Groups))
		}
		if at.Lanes == 1 {
			m.placeSpare(c, at)
		}
	}
	return list
}

// placeSpare finds the places of the lanes of an instance that have no copy.
func (m *Machine) placeSpare(c *layout.Child, at layout.Address) {
	for _, in := range at.Spares(c, m.options.Groups) {
		m.spare = m.placeAll(m.spare, c.Layout, in)
	}
}

// bytes is a range of the memory, to read and to write.
func (m *Machine) bytes(at, n uint32) []byte { return m.view[at : at+n] }

// Reset implements machine.Machine.
func (m *Machine) Reset() {
	held := make([][]uint64, len(m.inputs))
	for i, p := range m.inputs {
		held[i] = make([]uint64, machine.Words(p.Width))
		m.Load(machine.Object{Sig: p}, 0, held[i])
	}
	state := m.bytes(m.places[0].at.Base, m.places[0].layout.Size)
	if m.fresh != nil {
		copy(state, m.fresh)
	} else {
		m.fill(state)
		if m.used { // whoever resets it again may do so often
			m.fresh = bytes.Clone(state)
		}
		m.used = true
	}
	for i := range m.inputs {
		m.SetInput(i, held[i])
	}
	binary.LittleEndian.PutUint64(m.bytes(m.design.At.Seed, 8), machine.OpenSeed(m.cfg.Seed))
	m.SetCycle(0)
}

// fill makes the state after a reset.
func (m *Machine) fill(state []byte) {
	clear(state)
	for _, p := range m.spare {
		binary.LittleEndian.PutUint32(m.bytes(p.at.Place(p.layout.ID, 4), 4), translate.UnusedLane)
	}
	for i, p := range m.places {
		binary.LittleEndian.PutUint32(m.bytes(p.at.Place(p.layout.ID, 4), 4), uint32(i))
		m.resetState(p)
		m.fillMemories(i, p)
	}
}

func (m *Machine) resetState(p place) {
	put := func(s layout.Slot, elem int, v *big.Int) {
		if v.Sign() != 0 {
			words := make([]uint64, machine.Words(s.Width))
			setWords(words, v)
			m.write(p.at, s, elem, words)
		}
	}
	for _, s := range p.layout.Module.Signals {
		if s.Kind == ir.Reg && !s.NoReset {
			put(p.layout.Sigs[s], 0, s.Reset)
		}
	}
	for _, a := range p.layout.Module.Arrays {
		for i, v := range a.Reset {
			put(p.layout.Arrs[a], i, v)
		}
	}
}

// setWords writes the words of v, which is not negative.
func setWords(dst []uint64, v *big.Int) {
	for i := 0; i*64 < v.BitLen(); i++ {
		dst[i] = new(big.Int).And(new(big.Int).Rsh(v, uint(i)*64), word.AllOnes).Uint64()
	}
}

// fillMemories gives memories their contents, or arbitrary ones as to all state that has no reset.
func (m *Machine) fillMemories(inst int, p place) {
	index := 0
	fill := func(s layout.Slot, depth int) {
		words := make([]uint64, machine.Words(s.Width))
		for elem := range depth {
			machine.Contents(m.cfg.Seed, inst, index, elem, s.Width, words)
			m.write(p.at, s, elem, words)
		}
		index++
	}
	for _, mem := range p.layout.Module.Memories {
		fill(p.layout.Mems[mem], mem.Depth)
		for i, word := range mem.Contents {
			words := make([]uint64, machine.Words(mem.Width))
			setWords(words, word)
			m.write(p.at, p.layout.Mems[mem], i, words)
		}
	}
	for _, r := range machine.SyncReads(p.layout.Module) {
		fill(p.layout.Read[r], 1)
	}
	regs, arrays := machine.Unreset(p.layout.Module)
	for _, s := range regs {
		fill(p.layout.Sigs[s], 1)
	}
	for _, a := range arrays {
		fill(p.layout.Arrs[a], a.Depth)
	}
}

// SetInput implements machine.Machine.
func (m *Machine) SetInput(port int, words []uint64) {
	p := m.inputs[port]
	s := m.places[0].layout.Sigs[p]
	for i := range machine.Words(p.Width) {
		v := uint64(0)
		if i < len(words) {
			v = words[i] & layout.TopMask(p.Width, i)
		}
		m.writeWord(m.places[0].at.Place(s.Word(i), 0), layout.BytesOf(p.Width), v)
	}
	m.settled, m.observed = false, false
}

// Settle implements machine.Machine. It settles the outputs; wires are settled
// when they are asked for.
func (m *Machine) Settle() {
	if !m.settled {
		m.settle(0)
		m.settled = true
	}
}

// Output implements machine.Machine.
func (m *Machine) Output(port int, dst []uint64) {
	p := m.outputs[port]
	n := min(machine.Words(p.Width), len(dst))
	m.read(m.places[0].at, m.places[0].layout.Sigs[p], 0, dst[:n])
	clear(dst[n:])
}

// Edge implements machine.Machine.
func (m *Machine) Edge() {
	m.Settle()
	m.finish(0)
	m.edgesDone(1)
}

// mostEdges is how many the code makes at a time, at most.
const mostEdges = 1 << 30

// Edges implements machine.Machine.
func (m *Machine) Edges(n int) {
	for n > 0 {
		done := int(m.run(uint64(min(n, mostEdges))))
		m.edgesDone(done)
		n -= done
	}
}

// edgesDone reports the properties that have failed for the first time in the
// last of the edges, in the order of the hierarchy.
func (m *Machine) edgesDone(n int) {
	m.settled, m.observed = false, false
	m.cycle += uint64(n)
	if list := m.takeFailed(); len(list) > 0 {
		m.cycle--
		for _, e := range list {
			m.cfg.Failed(int(e[0]), m.places[e[0]].layout.Module.Properties[e[1]])
		}
		m.cycle++
	}
}

// Cycle implements machine.Machine.
func (m *Machine) Cycle() uint64 { return m.cycle }

// SetCycle implements machine.Machine.
func (m *Machine) SetCycle(cycle uint64) {
	m.cycle = cycle
	m.changed()
	binary.LittleEndian.PutUint64(m.bytes(m.design.At.Cycle, 8), cycle)
	m.settled, m.observed = false, false
}

// Load implements machine.Machine.
func (m *Machine) Load(o machine.Object, elem int, dst []uint64) {
	s, kept := m.locate(o)
	if !kept && !m.observed {
		m.observeAll()
	}
	m.read(m.places[o.Inst].at, s, elem, dst)
}

// Store implements machine.Machine.
func (m *Machine) Store(o machine.Object, elem int, src []uint64) {
	s, _ := m.locate(o)
	m.changed()
	m.write(m.places[o.Inst].at, s, elem, src)
	m.settled, m.observed = false, false
}

// Places implements machine.Direct.
func (m *Machine) Places(o machine.Object, n int) []machine.Place {
	s, _ := m.locate(o)
	list := make([]machine.Place, n)
	m.eachWord(m.places[o.Inst].at, s, 0, n, func(i int, at, bytes uint32) {
		list[i] = machine.Place{At: at, Bytes: bytes}
	})
	return list
}

// StoreWords implements machine.Direct.
func (m *Machine) StoreWords(at []machine.Place, words []uint64) {
	for i, p := range at {
		m.writeWord(p.At, p.Bytes, words[i])
	}
	m.changed()
	m.settled, m.observed = false, false
}

// locate finds an object. kept reports whether its value is always in memory:
// state, and the inputs of the top.
func (m *Machine) locate(o machine.Object) (s layout.Slot, kept bool) {
	l := m.places[o.Inst].layout
	ok := true
	switch {
	case o.Sig != nil:
		s, ok = l.Sigs[o.Sig]
		kept = o.Sig.Kind == ir.Reg || o.Inst == 0 && o.Sig.Kind == ir.Input
	case o.Arr != nil:
		s, ok = l.Arrs[o.Arr]
		kept = true
	case o.Mem != nil:
		s, ok = l.Mems[o.Mem]
		kept = true
	case o.Read != nil:
		s, ok = l.Read[o.Read]
		kept = o.Read.Sync
	case o.Prop != nil:
		s.Width = 64
		s.At, ok = l.Prop[o.Prop]
		kept = true
	}
	if !ok {
		panic("BUG: an object that module " + l.Module.Name + " does not have")
	}
	return s, kept
}
