package avx

import (
	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// Value names a vector, or one of twice the size.
type Value = int32

// None is no vector.
const None Value = -1

// Target is what a program is made for.
type Target struct {
	AVX512 bool
	Bytes  int // of the processor's widest vectors
	Blocks int // of 16 bytes in a vector
	// Place is where a place of the program is, from the start of the frame of a group.
	Place func(k uint64) int32
}

// VectorBytes is the size of a vector.
func (t *Target) VectorBytes() int { return 16 * t.Blocks }

// Program is straight-line code in instructions of the processor, on as many registers as it likes.
type Program struct {
	Target
	vector.Parts // as they were found last
	Code         []Instr
	Wide         []bool // by value: those of vectors of twice the size
	Constants    map[Value]Constant
	// Masks says that comparisons give masks, and that there are 32 registers.
	Masks bool

	lanes    int           // of a block
	from     [2]vector.Ref // of the instructions that are added
	byNumber map[Constant]Value
}

// Instr is an instruction of the processor, or something of the vector program that is more than one.
type Instr struct {
	Kind   vector.Kind // Apply for an instruction
	Op     amd64.Op
	Imm    int64
	HasImm bool
	Dst    Value // None for an effect
	Args   []Value
	// Conds are comparisons, whose operands come first; elements in which they do not hold become 0
	// if Zeroing says so.
	Conds   []Condition
	Zeroing bool
	// Wide has the instruction work on vectors of twice the size; Pair says what it does with pairs of vectors.
	Wide bool
	Pair PairStep

	// From is the instructions of the vector program that it is for: two of a pair.
	From [2]vector.Ref

	// Of other kinds: what an instruction of package vector says.
	K      uint64
	Half   bool
	Size   uint8 // of the elements of an arbitrary value
	State  int32
	Serial vector.Op
	Access *Access // of a Gather and its Parts, or of a Scatter
	// Of two stores at once: the upper half goes to Above, if Apart says that the places are not adjacent.
	Apart bool
	Above uint64
}

// Access reads or writes elements at indices, which are the first operands; then come the values of a
// write, then masks of bytes that say where it writes, if there are any.
type Access struct {
	At      uint64
	Size    uint8 // of an element
	State   int32
	Bytes   uint8  // of an index
	Scale   uint64 // what an index counts, in bytes of a block
	Shifted int    // bits by which the indices are multiplied already
	Indices int
	Values  int
}

// Constant is what all blocks of a vector have; above it, those of a second vector if it is wide. If Every
// says so, the words are all of a vector.
type Constant struct {
	Words [8]uint64
	Wide  bool
	Every bool
}

// AllZeros and AllOnes report what the bits of a constant are.
func (k *Constant) AllZeros() bool { return k.Words == [8]uint64{} }

// AllOnes is that for ones.
func (k *Constant) AllOnes() bool {
	const ones = ^uint64(0)
	return k.Words == [8]uint64{ones, ones, ones, ones}
}

// FindParts finds the guarded parts of the program as it is now.
func (p *Program) FindParts() {
	p.Parts = vector.FindParts(len(p.Code), func(i int) vector.Kind { return p.Code[i].Kind })
}

// Loads are the values that are read from a place, by value: their instructions.
func (p *Program) Loads() []*Instr {
	list := make([]*Instr, len(p.Wide))
	for i := range p.Code {
		if in := &p.Code[i]; in.Kind == vector.Load {
			list[in.Dst] = in
		}
	}
	return list
}

// value is a new value: of vectors, or of those of twice the size.
func (p *Program) value(wide bool) Value {
	p.Wide = append(p.Wide, wide)
	return Value(len(p.Wide) - 1)
}

func (p *Program) constant(lo, hi uint64) Value {
	return p.constantOf(Constant{Words: [8]uint64{lo, hi, lo, hi}})
}

func (p *Program) constantOf(k Constant) Value {
	v, ok := p.byNumber[k]
	if !ok {
		v = p.value(k.Wide)
		p.byNumber[k], p.Constants[v] = v, k
	}
	return v
}

// instruction adds an instruction of the processor, and gives its result.
func (p *Program) instruction(in Instr) Value {
	in.Kind, in.Dst, in.From = vector.Apply, p.value(in.Wide), p.from
	p.Code = append(p.Code, in)
	return in.Dst
}

// makers are the instructions that make the values, -1 for a constant.
func (p *Program) makers() []int {
	list := make([]int, len(p.Wide))
	for v := range list {
		list[v] = -1
	}
	for i := range p.Code {
		if d := p.Code[i].Dst; d != None {
			list[d] = i
		}
	}
	return list
}

// Escaping lists, by the If before which they become 0, the values of parts that are used after
// them.
func (p *Program) Escaping() (byPart map[int][]Value, escapes []bool) {
	made := p.makers()
	first := make([]int, len(p.Wide))
	for v := range first {
		first[v] = -1
	}
	for i := range p.Code {
		for _, v := range p.Code[i].Args {
			if made[v] < 0 {
				continue
			}
			if part := p.Outermost(made[v], i); part >= 0 && (first[v] < 0 || part < first[v]) {
				first[v] = part
			}
		}
	}
	byPart, escapes = map[int][]Value{}, make([]bool, len(p.Wide))
	for v, part := range first {
		if part >= 0 {
			byPart[part] = append(byPart[part], Value(v))
			escapes[v] = true
		}
	}
	return byPart, escapes
}

// Changes lists, by instruction, the loads whose place it changes: one that is skipped or not counts for
// the loads before its part, at the If.
func (p *Program) Changes() map[int][]Value {
	at := map[int][]Value{}
	for i, loads := range vector.Overwritten(len(p.Code), func(i int) (int32, bool) { return p.Code[i].stateOf() },
		p.FirstAt) {
		for _, load := range loads {
			at[i] = append(at[i], p.Code[load].Dst)
		}
	}
	return at
}

// stateOf is the state that an instruction accesses, and whether it writes it.
func (in *Instr) stateOf() (state int32, writes bool) {
	switch in.Kind {
	case vector.Load:
		return in.State, false
	case vector.Store:
		return in.State, true
	case vector.Scatter:
		return in.Access.State, true
	case vector.Call:
		return vector.Foreign, true
	}
	return 0, false
}
