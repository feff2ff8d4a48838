package regalloc

import "math"

// Value names a value, from 0 on.
type Value = int32

// Use is a use of a value by the instruction at a position.
type Use struct {
	Value Value
	Pos   int32
}

// Target writes the moves between registers and memory.
type Target interface {
	// Load loads a value into a register: from its slot, or, if that is -1, from its own place.
	Load(reg int, v Value, slot int)
	// Store stores a value in its slot.
	Store(reg int, v Value, slot int)
}

// home says where a value is in memory.
type home int8

const (
	nowhere home = iota
	inSlot
	inPlace // in a place of its own, which the target knows: a constant, or what a load reads
)

const (
	noReg   = -1
	noValue = -1
	never   = math.MaxInt32
)

// Allocator assigns registers, which are numbered from 0 on.
type Allocator struct {
	target Target
	first  []int32 // of each value, in uses
	uses   []int32 // positions
	reg    []int8
	home   []home
	slot   []int32
	held   []Value // by register
	pinned []bool  // registers of the present instruction
	wide   []bool
	free   [2][]int32 // slots, by whether they are for wide values
	freed  [2][]int32 // by the present instruction, which may still read them
	slots  int
	pos    int32
	read   bool // the operands of the present instruction have been read
}

// New is an allocator for the given number of values and registers. The uses are in the order of the code.
func New(values, registers int, uses []Use, t Target) *Allocator {
	a := &Allocator{
		target: t, first: make([]int32, values+1), uses: make([]int32, len(uses)),
		reg: make([]int8, values), home: make([]home, values), slot: make([]int32, values),
		held: make([]Value, registers), wide: make([]bool, values), pinned: make([]bool, registers),
	}
	for _, u := range uses {
		a.first[u.Value+1]++
	}
	for v := range values {
		a.first[v+1] += a.first[v]
		a.reg[v], a.slot[v] = noReg, -1
	}
	next := append([]int32(nil), a.first...)
	for _, u := range uses {
		a.uses[next[u.Value]] = u.Pos
		next[u.Value]++
	}
	for r := range a.held {
		a.held[r] = noValue
	}
	return a
}

// Wide says that a value takes two slots, the first of which has an even number.
func (a *Allocator) Wide(v Value) { a.wide[v] = true }

// Slots is the number of slots that were needed so far.
func (a *Allocator) Slots() int { return a.slots }

// Place says that a value is in a place of its own, from which it can be loaded.
func (a *Allocator) Place(v Value) { a.home[v] = inPlace }

// At begins the instruction at a position.
func (a *Allocator) At(pos int) {
	a.pos, a.read = int32(pos), false
	clear(a.pinned)
	for kind, list := range a.freed {
		a.free[kind], a.freed[kind] = append(a.free[kind], list...), list[:0]
	}
}

// next is the position of the next use of a value: the present instruction counts until its
// operands have been read.
func (a *Allocator) next(v Value) int32 {
	from := a.pos
	if a.read {
		from++
	}
	return a.nextFrom(v, from)
}

func (a *Allocator) nextFrom(v Value, from int32) int32 {
	list := a.uses[a.first[v]:a.first[v+1]]
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid] < from {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(list) {
		return never
	}
	return list[lo]
}

// Dies reports whether no later instruction uses a value.
func (a *Allocator) Dies(v Value) bool { return a.nextFrom(v, a.pos+1) == never }

// InRegister is the register of a value, if it has one; it is kept for the instruction.
func (a *Allocator) InRegister(v Value) (reg int, ok bool) {
	r := int(a.reg[v])
	if r == noReg {
		return 0, false
	}
	a.pinned[r] = true
	return r, true
}

// Slot is where a value is in memory: its slot, or -1 if that is a place of its own.
func (a *Allocator) Slot(v Value) int {
	if a.home[v] == inSlot {
		return int(a.slot[v])
	}
	return -1
}

// Reg has a value in a register.
func (a *Allocator) Reg(v Value) int {
	if r, ok := a.InRegister(v); ok {
		return r
	}
	r := a.take()
	a.target.Load(r, v, a.Slot(v))
	a.assign(r, v)
	return r
}

// Worth reports whether a value that is in memory should be loaded for the present instruction,
// which could use it there: whether it will be used again, before others that are in registers.
func (a *Allocator) Worth(v Value) bool {
	again := a.nextFrom(v, a.pos+1)
	if again == never {
		return false
	}
	for r, u := range a.held {
		if u == noValue || !a.pinned[r] && a.home[u] != nowhere && a.next(u) > again {
			return true
		}
	}
	return false
}

// Temp is a register for the present instruction only.
func (a *Allocator) Temp() int { return a.take() }

// Done says that the operands have been read: the values that nobody uses any more give up their
// registers and slots. These registers are not free for others before the next instruction.
func (a *Allocator) Done(operands ...Value) {
	a.read = true
	for _, v := range operands {
		if a.Dies(v) {
			a.drop(v)
		}
	}
}

// drop forgets a value.
func (a *Allocator) drop(v Value) {
	if r := a.reg[v]; r != noReg {
		a.held[r], a.reg[v] = noValue, noReg
	}
	a.freeSlot(v)
}

func (a *Allocator) freeSlot(v Value) {
	if a.home[v] == inSlot {
		kind := a.kind(v)
		a.freed[kind] = append(a.freed[kind], a.slot[v])
		a.home[v], a.slot[v] = nowhere, -1
	}
}

// Def is a register for the result v.
func (a *Allocator) Def(v Value) int {
	r := a.take()
	a.assign(r, v)
	return r
}

// Free reports whether a register holds nothing: after Done, that of an operand that is not used any
// more.
func (a *Allocator) Free(reg int) bool { return a.held[reg] == noValue }

// DefIn puts the result v into the register of an operand that is not used any more, after Done.
func (a *Allocator) DefIn(v Value, reg int) {
	if a.held[reg] != noValue {
		panic("BUG: a register is in use")
	}
	a.assign(reg, v)
}

func (a *Allocator) assign(r int, v Value) {
	a.held[r], a.reg[v], a.pinned[r] = v, int8(r), true
}

// take makes a register free, and pins it.
func (a *Allocator) take() int {
	best, far := noReg, int64(-1)
	for r, v := range a.held {
		if a.pinned[r] {
			continue
		}
		if v == noValue {
			best = r
			break
		}
		// A value that is in memory costs one move less.
		distance := 4 * int64(a.next(v)-a.pos)
		if a.home[v] == nowhere {
			distance = distance/4 + 1
		}
		if distance > far {
			best, far = r, distance
		}
	}
	if best == noReg {
		panic("BUG: an instruction needs more registers than there are")
	}
	if v := a.held[best]; v != noValue {
		a.evict(v)
	}
	a.pinned[best] = true
	return best
}

// evict takes the register of a value away.
func (a *Allocator) evict(v Value) {
	if a.next(v) != never {
		a.save(v)
	}
	a.held[a.reg[v]], a.reg[v] = noValue, noReg
}

// save has a value that is in a register in memory, too.
func (a *Allocator) save(v Value) {
	if a.home[v] == nowhere {
		a.newSlot(v)
		a.target.Store(int(a.reg[v]), v, int(a.slot[v]))
	}
}

// newSlot gives a value a slot.
func (a *Allocator) newSlot(v Value) {
	kind := a.kind(v)
	list := a.free[kind]
	n := len(list)
	switch {
	case n > 0:
		a.slot[v], a.free[kind] = list[n-1], list[:n-1]
	case kind == 0:
		a.slot[v] = int32(a.slots)
		a.slots++
	default:
		if a.slots%2 == 1 {
			a.free[0] = append(a.free[0], int32(a.slots))
			a.slots++
		}
		a.slot[v] = int32(a.slots)
		a.slots += 2
	}
	a.home[v] = inSlot
}

// kind is 1 for wide values.
func (a *Allocator) kind(v Value) int {
	if a.wide[v] {
		return 1
	}
	return 0
}

// Unplace says, before the operands of an instruction are read, that the instruction changes the
// place of a value. If it is used later, it is kept.
func (a *Allocator) Unplace(v Value) {
	if a.home[v] != inPlace || a.Dies(v) {
		return
	}
	a.pinned[a.Reg(v)] = false
	a.home[v] = nowhere
}

// Reserve gives a value that is not defined yet a slot, which it has from then on.
func (a *Allocator) Reserve(v Value) (slot int) {
	a.newSlot(v)
	return int(a.slot[v])
}

// Flush has everything that is used later in memory, and nothing in registers: for code that
// uses all of them.
func (a *Allocator) Flush() {
	for _, v := range a.held {
		if v != noValue {
			a.evict(v)
		}
	}
}
