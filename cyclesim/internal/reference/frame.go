package reference

import (
	"fmt"
	"math"
	"math/big"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/schedule"
	"culprit.example/culprit/rtlgen/ir"
)

// module is a compiled module. Its frame is
//
//	the frames of its instances | its memories | its own part
//
// and all addresses count words from the start of the frame.
type module struct {
	ir       *ir.Module
	children []*child
	child    map[*ir.Instance]*child
	size     uint32 // words of the frame

	own   uint32   // start of the own part
	image []uint64 // the own part in reset: constants, reset values, else zeros

	id       uint32 // the number of the instance
	sigs     map[*ir.Signal]uint32
	arrs     map[*ir.Array]uint32
	mems     map[*ir.Memory]uint32
	read     map[*ir.ReadPort]uint32 // data
	memoryOf map[*ir.ReadPort]*ir.Memory
	prop     map[*ir.Property]uint32 // counts

	// Registers and the outputs of synchronous reads, and behind them as many
	// words for their next values.
	regs, regWords uint32

	plan    *schedule.Plan
	code    map[*schedule.Fragment][]instr
	checks  []instr // looks at the properties
	watched []instr // without checks: the wires that only properties read, for those who look at them
	edge    []instr // finds the next state, writes the memories
}

// child is an instance: count frames side by side.
type child struct {
	ir     *ir.Instance
	module *module
	base   uint32
}

// frame is the start of the frame of copy i.
func (c *child) frame(i int) uint32 { return c.base + uint32(i)*c.module.size }

func (m *module) childOf(in *ir.Instance) *child {
	if c := m.child[in]; c != nil {
		return c
	}
	panic("BUG: output of instance " + in.Name + " is read outside its module")
}

// maxFrame is the most words that the frame of a module can have, with those of the instances in it.
const maxFrame = math.MaxInt32

// newModule lays out the frame, except for intermediate values. The error says that it would be too large.
func newModule(im *ir.Module, plan *schedule.Plan, compiled map[*ir.Module]*module) (*module, error) {
	m := &module{
		ir:    im,
		plan:  plan,
		code:  map[*schedule.Fragment][]instr{},
		child: map[*ir.Instance]*child{},
		sigs:  map[*ir.Signal]uint32{},
		arrs:  map[*ir.Array]uint32{},
		mems:  map[*ir.Memory]uint32{},
		read:  map[*ir.ReadPort]uint32{},

		memoryOf: map[*ir.ReadPort]*ir.Memory{},
		prop:     map[*ir.Property]uint32{},
	}
	at := uint64(0)
	take := func(words uint64) uint32 {
		start := at
		at = min(at+words, math.MaxUint64/16) // more than that is too much in any case
		return uint32(start)                  // if all fits
	}
	for _, in := range im.Instances {
		cm := compiled[in.Of]
		c := &child{in, cm, take(uint64(in.Count) * uint64(cm.size))}
		m.children = append(m.children, c)
		m.child[in] = c
	}
	for _, mem := range im.Memories {
		m.mems[mem] = take(uint64(mem.Depth) * uint64(machine.Words(mem.Width)))
		for _, r := range mem.Reads {
			m.memoryOf[r] = mem
		}
	}
	if err := m.fits(at); err != nil {
		return nil, err
	}
	m.own = take(0)
	m.layOutState()
	for _, p := range im.Inputs() {
		m.sigs[p] = m.alloc(p.Width)
	}
	return m, nil
}

// fits reports whether that number of words can be addressed.
func (m *module) fits(words uint64) error {
	if words <= maxFrame {
		return nil
	}
	return fmt.Errorf("module %s has %d bytes of state, with that of its instances; the engine can address %d: make its memories smaller",
		m.ir.Name,
		8*words,
		8*maxFrame)
}

func (m *module) layOutState() {
	m.id = m.alloc(1)
	m.regs = m.own + uint32(len(m.image))
	for _, s := range m.ir.Signals {
		if s.Kind == ir.Reg {
			m.sigs[s] = m.alloc(s.Width)
			if !s.NoReset {
				m.init(m.sigs[s], s.Reset)
			}
		}
	}
	for _, r := range machine.SyncReads(m.ir) {
		m.read[r] = m.alloc(m.memoryOf[r].Width)
	}
	m.regWords = m.own + uint32(len(m.image)) - m.regs
	m.image = append(m.image, make([]uint64, m.regWords)...)
	for _, a := range m.ir.Arrays {
		m.arrs[a] = m.own + uint32(len(m.image))
		for i := 0; i < a.Depth; i++ {
			at := m.alloc(a.Width)
			if !a.NoReset {
				m.init(at, a.Reset[i])
			}
		}
	}
	for _, p := range m.ir.Properties {
		m.prop[p] = m.alloc(64)
	}
}

// alloc allocates a value in the own part.
func (m *module) alloc(width int) uint32 {
	if width < 1 {
		panic(fmt.Sprintf("BUG: a value of width %d in module %s", width, m.ir.Name))
	}
	at := m.own + uint32(len(m.image))
	m.image = append(m.image, make([]uint64, machine.Words(width))...)
	return at
}

// init sets the value that the own part has in reset.
func (m *module) init(at uint32, v *big.Int) {
	setWords(m.image[at-m.own:], v)
}

// setWords writes the words of v, which is not negative.
func setWords(dst []uint64, v *big.Int) {
	for i := 0; i*64 < v.BitLen(); i++ {
		dst[i] = new(big.Int).And(new(big.Int).Rsh(v, uint(i)*64), allOnes).Uint64()
	}
}

var allOnes = ir.Ones(64)
