package avx

import "culprit.example/culprit/cyclesim/internal/vector"

// A vector program is rewritten with instructions of the processor, one of which each operation
// needs or a few, before registers are assigned.

// selection is a program while it is made of a vector program.
type selection struct {
	*Program
	v        *vector.Code
	of       []Value // the vectors of the vector program
	open     []int   // the parts around the next instruction
	shifted  map[shiftedKey]shiftedIndices
	compared map[Value]*compared
	logic    map[Value]*logic
}

// Select makes a program of a vector program.
func Select(v *vector.Code, t Target) *Program {
	p := &Program{Target: t, Constants: map[Value]Constant{}, byNumber: map[Constant]Value{}, lanes: v.Lanes}
	p.Masks = t.AVX512 && t.Blocks >= maskedBlocks
	s := &selection{
		Program: p, v: v, shifted: map[shiftedKey]shiftedIndices{},
		compared: map[Value]*compared{}, logic: map[Value]*logic{},
		of: make([]Value, len(v.Instrs)), open: []int{-1},
	}
	uses := v.Live()
	for i := range v.Instrs {
		in := &v.Instrs[i]
		if i > 0 && (in.Kind.Effect() || uses[i] > 0) {
			s.from[0] = vector.Ref(i)
			s.add(vector.Ref(i), in, uses[i])
		}
	}
	p.FindParts()
	return p
}

func (s *selection) list(refs ...vector.Ref) []Value {
	var list []Value
	for _, r := range refs {
		if r != vector.None {
			list = append(list, s.of[r])
		}
	}
	return list
}

// part is the innermost part around the next instruction, -1 for the whole program.
func (s *selection) part() int { return s.open[len(s.open)-1] }

func (s *selection) add(r vector.Ref, in *vector.Instr, uses int) {
	n := len(s.Code)
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
	t := Instr{Kind: in.Kind, From: s.from, K: in.K, Half: in.Half, Size: in.Size, State: in.State, Serial: in.Op,
		Dst: None, Args: s.list(in.A, in.B, in.C)}
	switch in.Kind {
	case vector.Gather:
		t.Access, t.Args = s.gather(&s.v.Gathers[in.K])
	case vector.Part:
		t.Access = s.Code[n-1].Access
	case vector.Store:
		if len(t.Args) == 2 {
			s.takeMask(&t, t.Args[1], t.Args[0])
		}
	case vector.If:
		s.takeMask(&t, t.Args[0])
	case vector.Scatter:
		a := &s.v.Scatters[in.K]
		t.Access = &Access{At: a.At, Size: a.Size, State: a.State, Bytes: a.Bytes, Scale: a.Scale, Indices: len(a.Index),
			Values: len(a.Value)}
		t.Args = append(append(s.list(a.Index...), s.list(a.Value...)...), s.list(a.Where...)...)
	}
	if !in.Kind.Effect() {
		t.Dst = s.value(false)
		s.of[r] = t.Dst
	}
	s.Code = append(s.Code, t)
	if in.Kind == vector.If {
		s.open = append(s.open, n)
	}
}

// withAVX512 adds an operation as AVX-512 has it, if that is another way.
func (s *selection) withAVX512(in *vector.Instr, uses int) (v Value, ok bool) {
	if !s.AVX512 {
		return 0, false
	}
	if s.Masks {
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

// apply adds the instructions of a rule, and gives the result.
func (s *selection) apply(rule []ruleStep, in *vector.Instr) Value {
	var names ['z' + 1]Value
	for i, r := range [3]vector.Ref{in.A, in.B, in.C} {
		if r != vector.None {
			names['a'+i] = s.of[r]
		}
	}
	for i := range rule {
		p := &rule[i]
		t := Instr{Op: p.op, Imm: p.imm, HasImm: p.hasImm}
		if p.shift {
			t.Imm = int64(in.K)
		}
		for _, a := range p.args {
			if a.name == 0 {
				t.Args = append(t.Args, s.constant(a.lo, a.hi))
			} else {
				t.Args = append(t.Args, names[a.name])
			}
		}
		names[p.dst] = s.instruction(t)
	}
	return names['r']
}
