package vector

import "math/bits"

// BlockLanes is the number of lanes of a block: of a vector of bytes.
const BlockLanes = 16

// Ref names the vector that an instruction makes.
type Ref int32

// None is no vector.
const None Ref = 0

// Kind says what an instruction does.
type Kind uint8

// The kinds of instructions. Places in the frames count from the start of the frame, for
// the program's number of lanes.
const (
	unused    Kind = iota // the first instruction: its number stands for no vector
	Const                 // Lo and Hi, the halves
	Apply                 // Op on A, B, C
	Shift                 // Op on A by K bits
	Arbitrary             // anything: depends on the cycle and K, in elements of Size
	Serial                // Op on A and B, element by element
	Load                  // from K in the frames; half of a vector if Half
	Gather                // Gathers[K]: its first vector
	Part                  // the vector K of the gather A, which is right before

	// Effects.
	Store   // B to K in the frames; with a C, only where that is set
	Scatter // Scatters[K]
	Call    // the call K of the kernel
	Check   // where A is not set, a property has failed: K numbers it
	Cover   // where A is set, a property is covered: K numbers it
	If      // what follows up to End counts only if A has a bit set; else its vectors are 0
	End
	numKinds
)

// Effect reports whether an instruction of that kind does more than produce a vector.
func (k Kind) Effect() bool { return k >= Store }

// Instr is one instruction.
type Instr struct {
	Kind    Kind
	Op      Op
	Half    bool  // only the lower half counts
	Size    uint8 // of an element: 1, 2, 4, 8
	A, B, C Ref
	K       uint64
	Lo, Hi  uint64
	// State is what a load or store accesses of the state: 0 for nothing that changes once it can
	// be read, Foreign for what calls change.
	State int32
	// Line is what in the Go code has caused it, as in the word program.
	Line int32
}

// Foreign stands for the state of instances.
const Foreign = -1

// Access reads or writes elements at the indices of the lanes.
type Access struct {
	Where []Ref // of a write: masks of bytes; nil: all lanes
	Index []Ref
	Value []Ref // of a write
	Bytes uint8 // of an index
	Bits  uint8 // of it that may be 1, the lowest ones
	Scale uint64
	At    uint64
	Size  uint8 // of an element
	State int32 // as of an instruction
}

// Code is a program. Equal instructions are emitted once.
type Code struct {
	Lanes    int // 4, 8 or 16
	Instrs   []Instr
	Gathers  []Access
	Scatters []Access

	// Line is that of the instructions that are added.
	Line int32

	known map[Instr]Ref
	// While guarded parts are emitted: the instructions that exist only there.
	inside []([]Instr)
	// ended are the complements in parts that have ended: they are 0 there if the part was skipped,
	// whatever their operand is.
	ended map[Ref]bool
}

// New is an empty program.
func New(lanes int) *Code {
	return &Code{Lanes: lanes, Instrs: make([]Instr, 1), known: map[Instr]Ref{}, ended: map[Ref]bool{}}
}

// Add adds an instruction.
func (c *Code) Add(in Instr) Ref {
	if in.Line == 0 {
		in.Line = c.Line
	}
	c.Instrs = append(c.Instrs, in)
	return Ref(len(c.Instrs) - 1)
}

// Pure adds an instruction without effect, unless an equal one exists.
func (c *Code) Pure(in Instr) Ref {
	if r, ok := c.known[in]; ok {
		return r
	}
	r := c.Add(in)
	c.known[in] = r
	if n := len(c.inside); n > 0 {
		c.inside[n-1] = append(c.inside[n-1], in)
	}
	return r
}

// Begin starts a part that is skipped if no bit of the conditions is set; Finish
// ends it. If it was skipped, its values are 0 outside.
func (c *Code) Begin(cond []Ref) {
	all := cond[0]
	for _, x := range cond[1:] {
		all = c.Op2(Or, all, x)
	}
	c.Add(Instr{Kind: If, A: all})
	c.inside = append(c.inside, nil)
}

// Finish ends the innermost part.
func (c *Code) Finish() {
	last := len(c.inside) - 1
	for _, in := range c.inside[last] {
		if r := c.known[in]; c.isNot(r) {
			c.ended[r] = true
		}
		delete(c.known, in)
	}
	c.inside = c.inside[:last]
	c.Add(Instr{Kind: End})
}

// Args calls f on all vectors that an instruction uses.
func (c *Code) Args(in *Instr, f func(Ref)) {
	for _, r := range [3]Ref{in.A, in.B, in.C} {
		if r != None {
			f(r)
		}
	}
	var s *Access
	switch in.Kind {
	case Gather:
		s = &c.Gathers[in.K]
	case Scatter:
		s = &c.Scatters[in.K]
	default:
		return
	}
	for _, list := range [3][]Ref{s.Where, s.Index, s.Value} {
		for _, r := range list {
			f(r)
		}
	}
}

// Splat broadcasts a constant element to a whole vector.
func (c *Code) Splat(k uint64, size uint8) Ref {
	if size < 8 {
		k &= 1<<(8*size) - 1
	}
	for n := 8 * uint(size); n < 64; n *= 2 {
		k |= k << n
	}
	return c.Constant(k, k)
}

// Constant is a vector of two halves.
func (c *Code) Constant(lo, hi uint64) Ref { return c.Pure(Instr{Kind: Const, Lo: lo, Hi: hi}) }

// IsConst reports whether both halves of a vector are that constant.
func (c *Code) IsConst(r Ref, k uint64) bool {
	in := &c.Instrs[r]
	return in.Kind == Const && in.Lo == k && in.Hi == k
}

// isNot reports whether a vector is the complement of another, A.
func (c *Code) isNot(r Ref) bool {
	return c.Instrs[r].Kind == Apply && c.Instrs[r].Op == Not && !c.ended[r]
}

// Op1 is an operation on one vector.
func (c *Code) Op1(o Op, a Ref) Ref { return c.Pure(Instr{Kind: Apply, Op: o, A: a}) }

// Op2 is an operation on two vectors, simplified where one is all zeros or all
// ones.
func (c *Code) Op2(o Op, a, b Ref) Ref {
	const zero, ones = uint64(0), ^uint64(0)
	switch o {
	case And:
		switch {
		case a == b, c.IsConst(b, ones), c.IsConst(a, zero):
			return a
		case c.IsConst(a, ones), c.IsConst(b, zero):
			return b
		case c.isNot(b):
			return c.Op2(AndNot, a, c.Instrs[b].A)
		case c.isNot(a):
			return c.Op2(AndNot, b, c.Instrs[a].A)
		}
	case Or:
		switch {
		case a == b, c.IsConst(a, ones), c.IsConst(b, zero):
			return a
		case c.IsConst(a, zero), c.IsConst(b, ones):
			return b
		}
	case Xor:
		switch {
		case c.IsConst(b, zero):
			return a
		case c.IsConst(a, zero):
			return b
		case c.IsConst(b, ones):
			return c.Not(a)
		case c.IsConst(a, ones):
			return c.Not(b)
		}
	case AndNot:
		switch {
		case c.IsConst(a, zero), c.IsConst(b, zero):
			return a
		case c.IsConst(a, ones):
			return c.Not(b)
		case c.isNot(b):
			return c.Op2(And, a, c.Instrs[b].A)
		}
	}
	return c.Pure(Instr{Kind: Apply, Op: o, A: a, B: b})
}

// Not is the complement.
func (c *Code) Not(a Ref) Ref {
	switch in := &c.Instrs[a]; {
	case c.isNot(a):
		return in.A
	case in.Kind == Const:
		return c.Constant(^in.Lo, ^in.Hi)
	}
	return c.Op1(Not, a)
}

// Choose selects bits: those of yes where cond is 1, otherwise those of no.
func (c *Code) Choose(cond, yes, no Ref) Ref {
	switch {
	case yes == no:
		return yes
	case c.IsConst(no, 0):
		return c.Op2(And, yes, cond)
	case c.IsConst(yes, 0):
		return c.Op2(AndNot, no, cond)
	case c.IsConst(yes, ^uint64(0)):
		return c.Op2(Or, no, cond)
	case c.IsConst(cond, 0):
		return no
	case c.IsConst(cond, ^uint64(0)):
		return yes
	}
	if c.isNot(cond) {
		cond, yes, no = c.Instrs[cond].A, no, yes
	}
	return c.Pure(Instr{Kind: Apply, Op: Bitselect, A: yes, B: no, C: cond})
}

// Shift shifts elements of that size, at least 2 bytes, by a constant.
func (c *Code) Shift(o Op, a Ref, k uint64) Ref {
	if k == 0 {
		return a
	}
	return c.Pure(Instr{Kind: Shift, Op: o, A: a, K: k})
}

// Table looks up each byte of index, all below 16, in a table.
func (c *Code) Table(entry func(i uint64) uint64, index Ref) Ref {
	var lo, hi uint64
	for i := range uint64(8) {
		lo |= entry(i) & 255 << (8 * i)
		hi |= entry(i+8) & 255 << (8 * i)
	}
	return c.Op2(Lookup8, c.Constant(lo, hi), index)
}

// Live counts the uses of each vector by instructions that are needed.
func (c *Code) Live() []int {
	uses := make([]int, len(c.Instrs))
	for i := len(c.Instrs) - 1; i >= 0; i-- {
		in := &c.Instrs[i]
		if in.Kind.Effect() || uses[i] > 0 {
			c.Args(in, func(r Ref) { uses[r]++ })
		}
	}
	return uses
}

// Log2Size is 0 to 3 for the sizes 1 to 8.
func Log2Size(size uint8) int { return bits.TrailingZeros8(size) }
