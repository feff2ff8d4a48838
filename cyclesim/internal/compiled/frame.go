package compiled

import (
	"fmt"
	"math"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/word"
	"culprit/rtlgen/ir"
)

// layout is the memory layout of the frame of a module's instances.
// All offsets count bytes from the start of the frame:
//
//	state | ports | wires | memories | frames of the instances
//
// A value of up to 64 bits takes 1, 2, 4 or 8 bytes, a wider one whole words.
type layout struct {
	module   *ir.Module
	own      uint32 // where the frames of the instances begin
	size     uint32
	children []*child
	child    map[*ir.Instance]*child
	objects  word.State // number of state objects, including those of the instances

	id   uint32 // the number of the instance, 4 bytes
	sigs map[*ir.Signal]slot
	arrs map[*ir.Array]slot
	mems map[*ir.Memory]slot
	read map[*ir.ReadPort]slot // the data
	prop map[*ir.Property]uint32
}

// slot is the place of a value, or of the elements of an array or memory.
type slot struct {
	at    uint32
	width int
	depth int        // 0 for a single value
	state word.State // what a clock edge changes there, 0 for nothing
	// lanes is the distance between consecutive words of a wide value, in words:
	// other copies lie in between. 0 means 1.
	lanes uint32
	// piece is the width of the equal parts if the value is stored in parts
	// (scalar replacement), each in a place of its own; 0 if it is stored as one
	// value.
	piece int
}

// pieces lists the places of the parts of a value, lowest first.
func (s slot) pieces() []slot {
	if s.piece == 0 {
		return []slot{s}
	}
	list := make([]slot, s.width/s.piece)
	for i := range list {
		list[i] = s
		list[i].at += uint32(i) * bytesOf(s.piece) * max(s.lanes, 1)
		list[i].width, list[i].piece = s.piece, 0
	}
	return list
}

// word is the address of word i of the value.
func (s slot) word(i int) uint32 { return s.at + 8*uint32(i)*max(s.lanes, 1) }

// child is an instance: count frames side by side.
type child struct {
	ir     *ir.Instance
	layout *layout
	base   uint32
	// objects is the number of state objects of the module that come before those
	// of the instance; used for single instances only.
	objects word.State
}

// frame is the start of the frame of copy i.
func (c *child) frame(i int) uint32 { return c.base + uint32(i)*c.layout.size }

func (l *layout) childOf(in *ir.Instance) *child {
	if c := l.child[in]; c != nil {
		return c
	}
	panic("BUG: output of instance " + in.Name + " is read outside its module")
}

// bytesOf is the size in bytes of a value of that width.
func bytesOf(width int) uint32 {
	switch {
	case width <= 8:
		return 1
	case width <= 16:
		return 2
	case width <= 32:
		return 4
	}
	return 8 * uint32(machine.Words(width))
}

// placer allocates the places of a frame.
type placer struct {
	at      uint64
	objects word.State
	module  string
}

func (p *placer) take(bytes uint64, align uint64) uint32 {
	p.at = (p.at + align - 1) / align * align
	start := p.at
	p.at += bytes
	if p.at > math.MaxInt32 {
		panic(fmt.Sprintf("BUG: module %s has more state than the engine can address", p.module))
	}
	return uint32(start)
}

func (p *placer) value(width int) slot {
	n := bytesOf(width)
	return slot{at: p.take(uint64(n), uint64(min(n, 8))), width: width}
}

// port allocates a port, split into pieces of width w unless that is 0.
func (p *placer) port(s *ir.Signal, w int) slot {
	if w == 0 {
		return p.value(s.Width)
	}
	n := bytesOf(w)
	return slot{at: p.take(uint64(n)*uint64(s.Width/w), uint64(min(n, 8))), width: s.Width, piece: w}
}

func (p *placer) state(width, depth int) slot {
	n := bytesOf(width)
	p.objects++
	return slot{at: p.take(uint64(n)*uint64(max(depth, 1)), uint64(min(n, 8))), width: width, depth: depth, state: p.objects}
}

func newLayout(m *ir.Module, layouts map[*ir.Module]*layout, pieces map[*ir.Signal]int, groups grouping) *layout {
	l := &layout{
		module: m,
		sigs:   map[*ir.Signal]slot{},
		arrs:   map[*ir.Array]slot{},
		mems:   map[*ir.Memory]slot{},
		read:   map[*ir.ReadPort]slot{},
		prop:   map[*ir.Property]uint32{},
		child:  map[*ir.Instance]*child{},
	}
	p := &placer{module: m.Name}
	l.id = p.take(4, 4)
	l.layState(p)
	for _, s := range m.Ports {
		l.sigs[s] = p.port(s, pieces[s])
	}
	for _, s := range m.Signals {
		if s.Kind == ir.Wire {
			l.sigs[s] = p.value(s.Width)
		}
	}
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			if !r.Sync {
				l.read[r] = p.value(mem.Width)
			}
		}
	}
	for _, mem := range m.Memories {
		l.mems[mem] = p.state(mem.Width, mem.Depth)
	}
	l.own = p.take(0, 8)
	for _, in := range m.Instances {
		c := &child{ir: in, layout: layouts[in.Of], objects: p.objects}
		p.objects += c.layout.objects
		c.base = p.take(uint64(groups.frames(in.Count))*uint64(c.layout.size), 64)
		l.children = append(l.children, c)
		l.child[c.ir] = c
	}
	l.size, l.objects = p.take(0, 8), p.objects
	return l
}

func (l *layout) layState(p *placer) {
	for _, s := range l.module.Signals {
		if s.Kind == ir.Reg {
			l.sigs[s] = p.state(s.Width, 0)
		}
	}
	for _, mem := range l.module.Memories {
		for _, r := range mem.Reads {
			if r.Sync {
				l.read[r] = p.state(mem.Width, 0)
			}
		}
	}
	for _, a := range l.module.Arrays {
		l.arrs[a] = p.state(a.Width, a.Depth)
	}
	for _, prop := range l.module.Properties {
		l.prop[prop] = p.take(8, 8)
	}
}

// topMask is the mask of the bits that word i of a value of that width may have.
func topMask(width, i int) uint64 {
	if i < (width-1)/64 {
		return ^uint64(0)
	}
	return machine.TopMask(width)
}
