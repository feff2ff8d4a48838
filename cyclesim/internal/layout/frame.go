package layout

import (
	"fmt"
	"math"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// Layout is the memory layout of the frame of a module's instances.
// All offsets count bytes from the start of the frame:
//
//	state | inputs | outputs | wires | room | memories | frames of the instances
//
// A value of up to 64 bits takes 1, 2, 4 or 8 bytes, a wider one whole words.
type Layout struct {
	Module   *ir.Module
	Own      uint32 // where the frames of the instances begin
	Size     uint32
	Children []*Child
	child    map[*ir.Instance]*Child
	objects  word.State // number of state objects, including those of the instances

	// State, Inputs and Outputs are where registers and arrays begin and end, and so on. What is in
	// instances inside is in their own layouts.
	State, Inputs, Outputs [2]uint32
	// Room is where code may keep what it likes from one cycle to the next.
	Room    [2]uint32
	groups  Grouping
	working uint32 // bytes of signals and registers, also of instances inside
	extents []Extent

	ID   uint32 // the number of the instance, 4 bytes
	Sigs map[*ir.Signal]Slot
	Arrs map[*ir.Array]Slot
	Mems map[*ir.Memory]Slot
	Read map[*ir.ReadPort]Slot // the data
	Prop map[*ir.Property]uint32
}

// Slot is the place of a value, or of the elements of an array or memory.
type Slot struct {
	At    uint32
	Width int
	Depth int        // 0 for a single value
	State word.State // what a clock edge changes there, 0 for nothing
	// lanes is the distance between consecutive words of a wide value, in words:
	// other copies lie in between. 0 means 1.
	lanes uint32
	// Piece is the width of the equal parts if the value is stored in parts
	// (scalar replacement), each in a place of its own; 0 if it is stored as one
	// value.
	Piece int
}

// Pieces lists the places of the parts of a value, lowest first.
func (s Slot) Pieces() []Slot {
	if s.Piece == 0 {
		return []Slot{s}
	}
	list := make([]Slot, s.Width/s.Piece)
	for i := range list {
		list[i] = s
		list[i].At += uint32(i) * BytesOf(s.Piece) * max(s.lanes, 1)
		list[i].Width, list[i].Piece = s.Piece, 0
	}
	return list
}

// Word is the address of word i of the value.
func (s Slot) Word(i int) uint32 { return s.At + 8*uint32(i)*max(s.lanes, 1) }

// Child is an instance: count frames side by side.
type Child struct {
	IR     *ir.Instance
	Layout *Layout
	Base   uint32
	// objects is the number of state objects of the module that come before those
	// of the instance.
	objects word.State
}

// Frame is the start of the frame of copy i.
func (c *Child) Frame(i int) uint32 { return c.Base + uint32(i)*c.Layout.Size }

// Objects is the number of state objects of the module that come before those of copy i.
func (c *Child) Objects(i int) word.State { return c.objects + word.State(i)*c.Layout.objects }

// ChildOf is where an instance of the module lies.
func (l *Layout) ChildOf(in *ir.Instance) *Child {
	if c := l.child[in]; c != nil {
		return c
	}
	panic("BUG: output of instance " + in.Name + " is read outside its module")
}

// StateRanges lists where registers and arrays lie, also those of instances inside, as beginnings
// and ends.
func (l *Layout) StateRanges() [][2]uint32 { return l.appendState(nil, 0) }

func (l *Layout) appendState(list [][2]uint32, at uint32) [][2]uint32 {
	if l.State[1] > l.State[0] {
		list = append(list, [2]uint32{at + l.State[0], at + l.State[1]})
	}
	for _, c := range l.Children {
		for i := range c.IR.Count {
			list = c.Layout.appendState(list, at+c.Frame(i))
		}
	}
	return list
}

// StatePart is registers and arrays of one instance in all lanes of a group, or of several whose
// lanes are joined.
type StatePart struct {
	At, Bytes uint32 // in the frames of the group
	Lanes     uint32
	Offset    uint32 // of the first byte, in a frame of the group
}

// StateParts lists where registers and arrays lie in a group of the given number of lanes.
func (l *Layout) StateParts(lanes uint32) []StatePart { return l.appendParts(nil, 0, 0, lanes) }

func (l *Layout) appendParts(list []StatePart, at, offset, lanes uint32) []StatePart {
	if n := l.State[1] - l.State[0]; n > 0 {
		list = append(list, StatePart{at + lanes*l.State[0], lanes * n, lanes, offset + l.State[0]})
	}
	for _, c := range l.Children {
		for _, j := range l.groups.Joins(c.IR.Count, int(lanes)) {
			first := c.Frame(j.First)
			list = c.Layout.appendParts(list, at+lanes*first, offset+first, lanes*uint32(j.Count))
		}
	}
	return list
}

// Groups is how copies are grouped.
func (l *Layout) Groups() Grouping { return l.groups }

// BytesOf is the size in bytes of a value of that width.
func BytesOf(width int) uint32 {
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
	p.at = min(p.at+bytes, math.MaxUint64/4) // more than that is too much in any case
	return uint32(start)                     // if all fits
}

// MaxFrame is the most bytes that the frame of a module can have, with those of the instances in it.
const MaxFrame = math.MaxInt32

// fits reports whether all that was taken can be addressed.
func (p *placer) fits() error {
	if p.at <= MaxFrame {
		return nil
	}
	return fmt.Errorf("module %s has %d bytes of state, with that of its instances; the engine can address %d: make its memories smaller, or use engine \"reference\"",
		p.module, p.at, MaxFrame)
}

func (p *placer) value(width int) Slot {
	n := BytesOf(width)
	return Slot{At: p.take(uint64(n), uint64(min(n, 8))), Width: width}
}

// port allocates a port, split into pieces of width w unless that is 0.
func (p *placer) port(s *ir.Signal, w int) Slot {
	if w == 0 {
		return p.value(s.Width)
	}
	n := BytesOf(w)
	return Slot{At: p.take(uint64(n)*uint64(s.Width/w), uint64(min(n, 8))), Width: s.Width, Piece: w}
}

func (p *placer) state(width, depth int) Slot {
	n := BytesOf(width)
	p.objects++
	return Slot{At: p.take(uint64(n)*uint64(max(depth, 1)), uint64(min(n, 8))), Width: width, Depth: depth,
		State: p.objects}
}

// New lays out the frame of a module, behind the modules that it instantiates; with a room, or
// without. The error says that it would be too large.
func New(m *ir.Module, layouts map[*ir.Module]*Layout, pieces map[*ir.Signal]int, groups Grouping,
	room bool) (*Layout, error) {
	l := &Layout{
		Module: m,
		Sigs:   map[*ir.Signal]Slot{},
		Arrs:   map[*ir.Array]Slot{},
		Mems:   map[*ir.Memory]Slot{},
		Read:   map[*ir.ReadPort]Slot{},
		Prop:   map[*ir.Property]uint32{},
		child:  map[*ir.Instance]*Child{},
		groups: groups,
	}
	p := &placer{module: m.Name}
	l.ID = p.take(4, 4)
	state := p.take(0, 1)
	l.layState(p)
	l.State = [2]uint32{state, p.take(0, 1)}
	for _, inputs := range []bool{true, false} {
		from := p.take(0, 1)
		for _, s := range m.Ports {
			if (s.Kind == ir.Input) == inputs {
				l.Sigs[s] = p.port(s, pieces[s])
			}
		}
		to := [2]uint32{from, p.take(0, 1)}
		if inputs {
			l.Inputs = to
		} else {
			l.Outputs = to
		}
	}
	for _, s := range m.Signals {
		if s.Kind == ir.Wire {
			l.Sigs[s] = p.value(s.Width)
		}
	}
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			if !r.Sync {
				l.Read[r] = p.value(mem.Width)
			}
		}
	}
	l.working = p.take(0, 1)
	for _, in := range m.Instances {
		l.working += uint32(in.Count) * layouts[in.Of].working
	}
	if room {
		l.takeRoom(p)
	}
	for _, mem := range m.Memories {
		l.Mems[mem] = p.state(mem.Width, mem.Depth)
	}
	l.Own = p.take(0, 8)
	for _, in := range m.Instances {
		c := &Child{IR: in, Layout: layouts[in.Of], objects: p.objects}
		p.objects = c.Objects(in.Count)
		c.Base = p.take(uint64(groups.frames(in))*uint64(c.Layout.Size), 64)
		l.Children = append(l.Children, c)
		l.child[c.IR] = c
	}
	l.Size, l.objects = p.take(0, 8), p.objects
	l.findExtents()
	return l, p.fits()
}

// takeRoom makes a room that is large enough for what is kept of a frame that dozes (word.Dozing).
func (l *Layout) takeRoom(p *placer) {
	from := p.take(0, 8)
	p.take(uint64(256+l.working/3), 1)
	l.Room = [2]uint32{from, p.take(0, 1)}
}

func (l *Layout) layState(p *placer) {
	for _, s := range l.Module.Signals {
		if s.Kind == ir.Reg {
			l.Sigs[s] = p.state(s.Width, 0)
		}
	}
	for _, mem := range l.Module.Memories {
		for _, r := range mem.Reads {
			if r.Sync {
				l.Read[r] = p.state(mem.Width, 0)
			}
		}
	}
	for _, a := range l.Module.Arrays {
		l.Arrs[a] = p.state(a.Width, a.Depth)
	}
	for _, prop := range l.Module.Properties {
		l.Prop[prop] = p.take(8, 8)
	}
}

// TopMask is the mask of the bits that word i of a value of that width may have.
func TopMask(width, i int) uint64 {
	if i < (width-1)/64 {
		return ^uint64(0)
	}
	return machine.TopMask(width)
}
