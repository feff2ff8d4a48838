package avx

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// What pairs of vectors become: steps, and their instructions.

// PairStep is an instruction that takes pairs apart or puts them together.
type PairStep uint8

// The steps of pairs.
const (
	NoPair    PairStep = iota
	UpperHalf          // of Args[0]: a vector by itself
	Join               // Args[0] and, above it, Args[1]
	Twice              // one half of Args[0] in both halves: Imm says which
	Extend             // the elements of Args[0], a vector of the single size, with twice the size
)

// The numbers of Twice: which quarter of the operand each of the result is, two bits each.
const (
	LowerTwice = 0x44
	UpperTwice = 0xee
)

// unpack is what widens elements of the given number of bytes: those of the lower and of the upper half of a vector,
// whole vectors by zeros or by the sign, as masks are; and what moves elements to any place in a vector of 64
// bytes.
type unpack struct {
	bytes              uint8
	half               [2]amd64.Op
	zeros, sign, moved amd64.Op
}

var unpacks = [...]unpack{
	{1, [2]amd64.Op{amd64.Vpunpcklbw, amd64.Vpunpckhbw}, amd64.Vpmovzxbw, amd64.Vpmovsxbw, 0},
	{2, [2]amd64.Op{amd64.Vpunpcklwd, amd64.Vpunpckhwd}, amd64.Vpmovzxwd, amd64.Vpmovsxwd, amd64.Vpermw},
	{4, [2]amd64.Op{amd64.Vpunpckldq, amd64.Vpunpckhdq}, amd64.Vpmovzxdq, amd64.Vpmovsxdq, amd64.Vpermd},
}

// unpackOf widens elements of the given number of bytes.
func unpackOf(bytes uint8) *unpack { return &unpacks[vector.Log2Size(bytes)] }

// unpackBy is what an instruction widens, and which half; nil if it does not.
func unpackBy(op amd64.Op) (by *unpack, half int) {
	for i := range unpacks {
		if half := slices.Index(unpacks[i].half[:], op); half >= 0 {
			return &unpacks[i], half
		}
	}
	return nil, 0
}

// wideCompares are the comparisons that vectors of 64 bytes do not have: they give masks.
var wideCompares = map[amd64.Op]Condition{
	amd64.Vpcmpeqb: {amd64.Vpcmpub, amd64.Equals}, amd64.Vpcmpeqw: {amd64.Vpcmpuw, amd64.Equals},
	amd64.Vpcmpeqd: {amd64.Vpcmpud, amd64.Equals}, amd64.Vpcmpeqq: {amd64.Vpcmpuq, amd64.Equals},
	amd64.Vpcmpgtb: {amd64.Vpcmpb, amd64.NotLessOrEqual}, amd64.Vpcmpgtw: {amd64.Vpcmpw, amd64.NotLessOrEqual},
	amd64.Vpcmpgtd: {amd64.Vpcmpd, amd64.NotLessOrEqual}, amd64.Vpcmpgtq: {amd64.Vpcmpq, amd64.NotLessOrEqual},
}

// rewrite replaces the pairs that were taken by steps on vectors of twice the size.
func (p *pairing) rewrite() {
	p.Code = make([]Instr, 0, len(p.steps))
	p.results, p.uppers = make([]Value, len(p.pairs)), make([]Value, len(p.pairs))
	for i := range p.steps {
		t := p.steps[i]
		x, ok := p.taken(i)
		if !ok {
			t.Args = p.single(t.Args)
			p.Code = append(p.Code, t)
			continue
		}
		if t.Kind == vector.Load {
			p.Code = append(p.Code, t) // for those who use it by itself
		}
		if i == x.where() {
			p.together(p.of[i])
		}
	}
	p.FindParts()
}

// single are values as operands of a step on single vectors.
func (p *pairing) single(values []Value) []Value {
	list := slices.Clone(values)
	for i, v := range list {
		m := p.maker[v]
		x, ok := p.taken(m)
		switch {
		case !ok || p.steps[m].Kind == vector.Load:
		case m == x.low:
			list[i] = p.results[p.of[m]]
		default:
			list[i] = p.uppers[p.of[m]]
		}
	}
	return list
}

// together adds the step for a pair.
func (p *pairing) together(n int) {
	x := &p.pairs[n]
	low, high := &p.steps[x.low], &p.steps[x.high]
	p.from = [2]vector.Ref{low.From[0], high.From[0]}
	t := *low
	t.From = p.from
	if x.apart {
		t.Apart, t.Above = true, high.K
	}
	t.Wide, t.Dst = true, None
	if low.Dst != None {
		t.Dst = p.value(true)
		p.results[n] = t.Dst
	}
	if low.Kind == vector.Load {
		p.Code = append(p.Code, t)
		return
	}
	if x.widens {
		p.widen(&t)
	} else {
		t.Args = make([]Value, len(low.Args))
		for k := range t.Args {
			t.Args[k] = p.operand(x, k)
		}
		if c, ok := wideCompares[t.Op]; ok && p.bytes == 32 && t.Kind == vector.Apply {
			t.Op, t.Conds = c.By().Ones, []Condition{c}
		}
	}
	p.Code = append(p.Code, t)
	if high.Dst != None && p.usedAlone(high.Dst) {
		p.uppers[n] = p.instruction(Instr{Pair: UpperHalf, Args: []Value{t.Dst}})
	}
}

// joinKey is two values that are joined in a part: after it, what was joined is gone.
type joinKey struct {
	joined
	part int
}

// operand is operand k of a pair.
func (p *pairing) operand(x *pair, k int) Value {
	j := joined{p.steps[x.low].Args[k], p.steps[x.high].Args[k]}
	switch m := p.maker[j[0]]; {
	case m < 0:
		return p.constantPair(j[0], j[1])
	case p.wholePair(j):
		return p.results[p.of[m]]
	}
	key := joinKey{j, p.Part[x.low]}
	if v, ok := p.made[key]; ok {
		return v
	}
	t := Instr{Pair: Join, Wide: true, Args: p.single(j[:])}
	if t.Args[0] == t.Args[1] {
		t.Pair, t.Imm, t.Args = Twice, LowerTwice, t.Args[:1]
	}
	p.made[key] = p.instruction(t)
	return p.made[key]
}

// widen completes the step that makes both halves of a vector with elements of twice the size.
func (p *pairing) widen(t *Instr) {
	source, upper := t.Args[0], false
	m := p.maker[source]
	if x, ok := p.taken(m); ok && p.steps[m].Kind != vector.Load {
		source, upper = p.results[p.of[m]], m == x.high
	}
	by, _ := unpackBy(t.Op)
	bytes, repeat := int(by.bytes), t.Args[1] == t.Args[0]
	switch {
	case repeat && by.moved != 0 && p.bytes == 32:
		t.Op, t.Args = by.moved, []Value{p.constantOf(movesOf(bytes, upper)), source}
	case upper:
		v := p.instruction(Instr{Pair: Twice, Imm: UpperTwice, Wide: true, Args: []Value{source}})
		t.Op, t.Args = amd64.Vpshufb, []Value{v, p.constantOf(widens(bytes, repeat))}
	default:
		if p.bytes == 32 {
			// The lower halves of both blocks, then the upper ones.
			source = p.instruction(Instr{Op: amd64.Vpermq, Imm: 0xd8, HasImm: true, Args: []Value{source}})
		}
		t.Pair, t.Op, t.Args = Extend, by.zeros, []Value{source}
		if repeat {
			t.Op = by.sign
		}
	}
}

// widens is where Vpshufb takes the bytes from in two vectors that are the same, to have elements of Twice
// the size of the lower half in the first one, of the upper half in the second one.
func widens(bytes int, repeat bool) Constant {
	k := Constant{Wide: true}
	for i := range 32 {
		from := i/(2*bytes)*bytes + i%bytes
		if !repeat && i%(2*bytes) >= bytes {
			from = 0x80 // a 0
		}
		k.Words[i/8] |= uint64(from) << (i % 8 * 8)
	}
	return k
}

// movesOf is where an instruction that moves elements of the given number of bytes takes them from, to have each twice,
// as the instructions on single vectors would: of the lower or the upper half of 64 bytes.
func movesOf(bytes int, upper bool) Constant {
	k := Constant{Wide: true, Every: true}
	for i := range 64 / bytes {
		half, block, element := i*bytes/32, i*bytes/16%2, i%(16/bytes)
		from := block*16/bytes + half*8/bytes + element/2
		if upper {
			from += 32 / bytes
		}
		at := i * bytes
		k.Words[at/8] |= uint64(from) << (at % 8 * 8)
	}
	return k
}

// constantPair is two constants side by side.
func (p *pairing) constantPair(low, high Value) Value {
	a, b := p.Constants[low].Words, p.Constants[high].Words
	return p.constantOf(Constant{Words: [8]uint64{a[0], a[1], b[0], b[1]}, Wide: true})
}
