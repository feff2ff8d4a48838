package emitamd64

import (
	"culprit/cyclesim/internal/amd64"
	"culprit/cyclesim/internal/regalloc"
	"culprit/cyclesim/internal/vector"
)

// A vector program is rewritten with instructions of the processor, one of which each operation
// needs or a few, before registers are assigned.

// step is one of them, or something of the vector program that is more than an instruction.
type step struct {
	kind vector.Kind // Apply for an instruction
	op   amd64.Op
	imm  int64
	has  bool // an imm
	dst  regalloc.Value
	args []regalloc.Value
	// conds are comparisons, whose operands come first; lanes in which they do not hold become 0
	// if zeroing says so.
	conds   []condition
	zeroing bool
	// wide has the step work on vectors of twice the size; pair says what it does with pairs of vectors.
	wide  bool
	pair  pairStep
	in    *vector.Instr // what else it says, if it is no Apply
	above *vector.Instr // of two stores at once, that of the upper half, if the places are not adjacent
}

const noVector regalloc.Value = -1

// selection is a vector program made of steps.
type selection struct {
	vector.Parts // of the steps
	v            *vector.Code
	code         []step
	values       int
	wide         []bool // those of vectors of twice the size
	// constants are the values that are constants; loads have the instruction of those that are read
	// from a place.
	constants map[regalloc.Value]constant
	byNumber  map[constant]regalloc.Value
	loads     map[regalloc.Value]*vector.Instr
	of        []regalloc.Value // the vectors of the program
	open      []int            // the parts around the next step
	gathers   map[uint64]*gathering
	shifted   map[shiftedKey]*gathering

	blocks   int
	avx512   bool
	masks    bool // comparisons give masks
	compared map[regalloc.Value]*compared
	logic    map[regalloc.Value]*logic
}

func selectSteps(v *vector.Code, avx512 bool, blocks int) *selection {
	s := &selection{
		v: v, constants: map[regalloc.Value]constant{}, byNumber: map[constant]regalloc.Value{},
		gathers: map[uint64]*gathering{}, shifted: map[shiftedKey]*gathering{},
		blocks: blocks, avx512: avx512, masks: avx512 && blocks >= maskedBlocks, compared: map[regalloc.Value]*compared{},
		logic: map[regalloc.Value]*logic{},
		loads: map[regalloc.Value]*vector.Instr{}, of: make([]regalloc.Value, len(v.Instrs)), open: []int{-1},
	}
	uses := v.Live()
	for i := range v.Instrs {
		in := &v.Instrs[i]
		if i > 0 && (in.Kind.Effect() || uses[i] > 0) {
			s.add(vector.Ref(i), in, uses[i])
		}
	}
	s.findParts()
	return s
}

// findParts finds the guarded parts of the steps as they are now.
func (s *selection) findParts() {
	s.Parts = vector.FindParts(len(s.code), func(i int) vector.Kind { return s.code[i].kind })
}

// value is a new value: of vectors, or of those of twice the size.
func (s *selection) value(wide bool) regalloc.Value {
	s.values++
	s.wide = append(s.wide, wide)
	return regalloc.Value(s.values - 1)
}

// constant is what all blocks of a vector have; above it, those of a second vector if it is wide. If every
// says so, words are all of a vector.
type constant struct {
	words [8]uint64
	wide  bool
	every bool
}

// allZeros and allOnes tell what the bits of a constant are.
func (k *constant) allZeros() bool { return k.words == [8]uint64{} }
func (k *constant) allOnes() bool {
	const ones = ^uint64(0)
	return k.words == [8]uint64{ones, ones, ones, ones}
}

func (s *selection) constant(lo, hi uint64) regalloc.Value {
	return s.constantOf(constant{words: [8]uint64{lo, hi, lo, hi}})
}

func (s *selection) constantOf(k constant) regalloc.Value {
	v, ok := s.byNumber[k]
	if !ok {
		v = s.value(k.wide)
		s.byNumber[k], s.constants[v] = v, k
	}
	return v
}

func (s *selection) list(refs ...vector.Ref) []regalloc.Value {
	var list []regalloc.Value
	for _, r := range refs {
		if r != vector.None {
			list = append(list, s.of[r])
		}
	}
	return list
}

// part is the innermost part around the next step, -1 for the whole program.
func (s *selection) part() int { return s.open[len(s.open)-1] }

func (s *selection) add(r vector.Ref, in *vector.Instr, uses int) {
	n := len(s.code)
	switch in.Kind {
	case vector.Const:
		s.of[r] = s.constant(in.Lo, in.Hi)
		return
	case vector.Apply, vector.Shift, vector.Serial:
		if in.Op == vector.Lookup8 && s.inTable(in.B) {
			s.of[r] = s.apply(rulePermute, in)
			return
		}
		if v, ok := s.withAVX512(in, uses); ok {
			s.of[r] = v
			return
		}
		if rule, ok := rules[in.Op]; ok {
			s.of[r] = s.apply(rule, in)
			return
		}
	case vector.End:
		s.open = s.open[:len(s.open)-1]
	}
	t := step{kind: in.Kind, in: in, dst: noVector, args: s.list(in.A, in.B, in.C)}
	switch in.Kind {
	case vector.Gather:
		g := s.gathering(&s.v.Gathers[in.K])
		s.gathers[in.K], t.args = g, g.index
	case vector.Store:
		if len(t.args) == 2 {
			s.takeMask(&t, t.args[1], t.args[0])
		}
	case vector.If:
		s.takeMask(&t, t.args[0])
	case vector.Scatter:
		a := &s.v.Scatters[in.K]
		t.args = append(append(s.list(a.Index...), s.list(a.Value...)...), s.list(a.Where...)...)
	}
	if !in.Kind.Effect() {
		t.dst = s.value(false)
		s.of[r] = t.dst
	}
	if in.Kind == vector.Load {
		s.loads[t.dst] = in
	}
	s.code = append(s.code, t)
	if in.Kind == vector.If {
		s.open = append(s.open, n)
	}
}

// withAVX512 adds an operation as AVX-512 has it, if that is another way.
func (s *selection) withAVX512(in *vector.Instr, uses int) (v regalloc.Value, ok bool) {
	if !s.avx512 {
		return 0, false
	}
	if s.masks {
		if v, ok := s.withMasks(in, uses); ok {
			return v, true
		}
	}
	if v, ok := s.ternary(in, uses); ok {
		return v, true
	}
	if rule, ok := rules512[in.Op]; ok {
		return s.apply(rule, in), true
	}
	return 0, false
}

// inTable reports whether all bytes of a vector are places in a table, as those of a constant or what a mask
// leaves may be.
func (s *selection) inTable(r vector.Ref) bool {
	const above = 0xf0f0f0f0f0f0f0f0
	in := &s.v.Instrs[r]
	if in.Kind == vector.Apply && in.Op == vector.And {
		return s.inTable(in.A) || s.inTable(in.B)
	}
	return in.Kind == vector.Const && (in.Lo|in.Hi)&above == 0
}

// instruction adds an instruction, and gives its result.
func (s *selection) instruction(t step) regalloc.Value {
	t.kind, t.dst = vector.Apply, s.value(t.wide)
	s.code = append(s.code, t)
	return t.dst
}

// apply adds the instructions of a rule, and gives the result.
func (s *selection) apply(rule []ruleStep, in *vector.Instr) regalloc.Value {
	var names ['z' + 1]regalloc.Value
	for i, r := range [3]vector.Ref{in.A, in.B, in.C} {
		if r != vector.None {
			names['a'+i] = s.of[r]
		}
	}
	for i := range rule {
		p := &rule[i]
		t := step{op: p.op, imm: p.imm, has: p.hasImm}
		if p.shift {
			t.imm = int64(in.K)
		}
		for _, a := range p.args {
			if a.name == 0 {
				t.args = append(t.args, s.constant(a.lo, a.hi))
			} else {
				t.args = append(t.args, names[a.name])
			}
		}
		names[p.dst] = s.instruction(t)
	}
	return names['r']
}

// uses lists the uses of values by step.
func (s *selection) uses() []regalloc.Use {
	var list []regalloc.Use
	for i := range s.code {
		for _, v := range s.code[i].args {
			list = append(list, regalloc.Use{Value: v, Pos: int32(i)})
		}
	}
	return list
}

// escaping lists, by the If in front of which they become 0, the values of parts that are used
// behind them.
func (s *selection) escaping() (byPart map[int][]regalloc.Value, escapes []bool) {
	made := make([]int, s.values)
	first := make([]int, s.values)
	for v := range made {
		made[v], first[v] = -1, -1
	}
	for i := range s.code {
		t := &s.code[i]
		if t.dst != noVector {
			made[t.dst] = i
		}
		for _, v := range t.args {
			if made[v] < 0 {
				continue
			}
			if p := s.Outermost(made[v], i); p >= 0 && (first[v] < 0 || p < first[v]) {
				first[v] = p
			}
		}
	}
	byPart, escapes = map[int][]regalloc.Value{}, make([]bool, s.values)
	for v, p := range first {
		if p >= 0 {
			byPart[p] = append(byPart[p], regalloc.Value(v))
			escapes[v] = true
		}
	}
	return byPart, escapes
}

// changes lists, by step, the loads whose place the step changes: a step that is skipped or not
// counts for the loads in front of its part, at the If.
func (s *selection) changes() map[int][]regalloc.Value {
	at := map[int][]regalloc.Value{}
	for i, loads := range vector.Overwritten(len(s.code), func(i int) (int32, bool) {
		if in := s.code[i].in; in != nil {
			return s.v.StateOf(in)
		}
		return 0, false
	}, s.FirstAt) {
		for _, load := range loads {
			at[i] = append(at[i], s.code[load].dst)
		}
	}
	return at
}
