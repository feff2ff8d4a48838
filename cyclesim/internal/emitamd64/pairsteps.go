package emitamd64

import (
	"slices"

	"culprit/cyclesim/internal/amd64"
	"culprit/cyclesim/internal/regalloc"
	"culprit/cyclesim/internal/vector"
)

// What pairs of vectors become: steps, and their instructions.

// pairStep is a step that takes pairs apart or puts them together.
type pairStep uint8

const (
	noPairStep pairStep = iota
	upperHalf           // of args[0]: a vector by itself
	join                // args[0] and, above it, args[1]
	twice               // one half of args[0] in both halves
	extend              // the elements of args[0], a vector of the single size, with twice the size
)

// The numbers of twice: which quarter of the operand each of the result is, two bits each.
const (
	lowerTwice = 0x44
	upperTwice = 0xee
)

// pairSteps write them.
var pairSteps = [...]func(w *amdVectors, t *step){
	upperHalf: (*amdVectors).upper, join: (*amdVectors).join, twice: (*amdVectors).twice, extend: (*amdVectors).extend,
}

// unpack is what widens elements of so many bytes: those of the lower and of the upper half of a vector,
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

// unpackOf widens elements of so many bytes.
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

// pairOps are the instructions, for vectors of 16 bytes and for those of 32.
var pairOps = [3]struct{ upper, insert, twice, load amd64.Op }{
	1: {amd64.Vextracti128, amd64.Vinserti128, amd64.Vpermq, amd64.Vbroadcasti128},
	2: {amd64.Vextracti64x4, amd64.Vinserti64x4, amd64.Vshufi64x2, amd64.Vbroadcasti64x4},
}

// wideCompares are the comparisons that vectors of 64 bytes do not have: they give masks.
var wideCompares = map[amd64.Op]condition{
	amd64.Vpcmpeqb: {amd64.Vpcmpub, amd64.Equals}, amd64.Vpcmpeqw: {amd64.Vpcmpuw, amd64.Equals},
	amd64.Vpcmpeqd: {amd64.Vpcmpud, amd64.Equals}, amd64.Vpcmpeqq: {amd64.Vpcmpuq, amd64.Equals},
	amd64.Vpcmpgtb: {amd64.Vpcmpb, amd64.NotLessOrEqual}, amd64.Vpcmpgtw: {amd64.Vpcmpw, amd64.NotLessOrEqual},
	amd64.Vpcmpgtd: {amd64.Vpcmpd, amd64.NotLessOrEqual}, amd64.Vpcmpgtq: {amd64.Vpcmpq, amd64.NotLessOrEqual},
}

// rewrite replaces the pairs that were taken by steps on vectors of twice the size.
func (p *pairing) rewrite() {
	p.code = make([]step, 0, len(p.steps))
	p.results, p.uppers = make([]regalloc.Value, len(p.pairs)), make([]regalloc.Value, len(p.pairs))
	for i := range p.steps {
		t := p.steps[i]
		x, ok := p.taken(i)
		if !ok {
			t.args = p.single(t.args)
			p.code = append(p.code, t)
			continue
		}
		if t.kind == vector.Load {
			p.code = append(p.code, t) // for those who use it by itself
		}
		if i == x.where() {
			p.together(p.of[i])
		}
	}
	p.findParts()
}

// single are values as operands of a step on single vectors.
func (p *pairing) single(values []regalloc.Value) []regalloc.Value {
	list := slices.Clone(values)
	for i, v := range list {
		m := p.maker[v]
		x, ok := p.taken(m)
		switch {
		case !ok || p.steps[m].kind == vector.Load:
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
	t := *low
	if x.apart {
		t.above = high.in
	}
	t.wide, t.dst = true, noVector
	if low.dst != noVector {
		t.dst = p.value(true)
		p.results[n] = t.dst
	}
	if low.kind == vector.Load {
		p.loads[t.dst] = low.in
		p.code = append(p.code, t)
		return
	}
	if x.widens {
		p.widen(&t)
	} else {
		t.args = make([]regalloc.Value, len(low.args))
		for k := range t.args {
			t.args[k] = p.operand(x, k)
		}
		if c, ok := wideCompares[t.op]; ok && p.bytes == 32 && t.kind == vector.Apply {
			t.op, t.conds = c.by().ones, []condition{c}
		}
	}
	p.code = append(p.code, t)
	if high.dst != noVector && p.usedAlone(high.dst) {
		p.uppers[n] = p.instruction(step{pair: upperHalf, args: []regalloc.Value{t.dst}})
	}
}

// joinKey is two values that are joined in a part: behind it, what was joined is gone.
type joinKey struct {
	joined
	part int
}

// operand is operand k of a pair.
func (p *pairing) operand(x *pair, k int) regalloc.Value {
	j := joined{p.steps[x.low].args[k], p.steps[x.high].args[k]}
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
	t := step{pair: join, wide: true, args: p.single(j[:])}
	if t.args[0] == t.args[1] {
		t.pair, t.imm, t.args = twice, lowerTwice, t.args[:1]
	}
	p.made[key] = p.instruction(t)
	return p.made[key]
}

// widen completes the step that makes both halves of a vector with elements of twice the size.
func (p *pairing) widen(t *step) {
	source, upper := t.args[0], false
	m := p.maker[source]
	if x, ok := p.taken(m); ok && p.steps[m].kind != vector.Load {
		source, upper = p.results[p.of[m]], m == x.high
	}
	by, _ := unpackBy(t.op)
	bytes, repeat := int(by.bytes), t.args[1] == t.args[0]
	switch {
	case repeat && by.moved != 0 && p.bytes == 32:
		t.op, t.args = by.moved, []regalloc.Value{p.constantOf(movesOf(bytes, upper)), source}
	case upper:
		v := p.instruction(step{pair: twice, imm: upperTwice, wide: true, args: []regalloc.Value{source}})
		t.op, t.args = amd64.Vpshufb, []regalloc.Value{v, p.constantOf(widens(bytes, repeat))}
	default:
		if p.bytes == 32 {
			// The lower halves of both blocks, then the upper ones.
			source = p.instruction(step{op: amd64.Vpermq, imm: 0xd8, has: true, args: []regalloc.Value{source}})
		}
		t.pair, t.op, t.args = extend, by.zeros, []regalloc.Value{source}
		if repeat {
			t.op = by.sign
		}
	}
}

// widens is where Vpshufb takes the bytes from in two vectors that are the same, to have elements of twice
// the size of the lower half in the first one, of the upper half in the second one.
func widens(bytes int, repeat bool) constant {
	k := constant{wide: true}
	for i := range 32 {
		from := i/(2*bytes)*bytes + i%bytes
		if !repeat && i%(2*bytes) >= bytes {
			from = 0x80 // a 0
		}
		k.words[i/8] |= uint64(from) << (i % 8 * 8)
	}
	return k
}

// movesOf is where an instruction that moves elements of so many bytes takes them from, to have each twice,
// as the instructions on single vectors would: of the lower or the upper half of 64 bytes.
func movesOf(bytes int, upper bool) constant {
	k := constant{wide: true, every: true}
	for i := range 64 / bytes {
		half, block, element := i*bytes/32, i*bytes/16%2, i%(16/bytes)
		from := block*16/bytes + half*8/bytes + element/2
		if upper {
			from += 32 / bytes
		}
		at := i * bytes
		k.words[at/8] |= uint64(from) << (at % 8 * 8)
	}
	return k
}

// constantPair is two constants side by side.
func (p *pairing) constantPair(low, high regalloc.Value) regalloc.Value {
	a, b := p.constants[low].words, p.constants[high].words
	return p.constantOf(constant{words: [8]uint64{a[0], a[1], b[0], b[1]}, wide: true})
}

// single is a value as an operand of the single size.
func (w *amdVectors) single(v regalloc.Value) amd64.Arg {
	w.doubled = false
	o := w.operand(v)
	w.doubled = true
	return o
}

// upper writes the upper half of a vector, which is loaded alone if it is in memory.
func (w *amdVectors) upper(t *step) {
	v := t.args[0]
	if r, ok := w.regs.InRegister(v); ok {
		w.regs.Done(v)
		d := w.def(t.dst)
		w.asm.Emit(pairOps[w.blocks].upper, d, vectorReg(r, 2*w.bytesOfVector()), amd64.Imm(1))
		w.made(t.dst, d)
		return
	}
	at := w.slotAt(w.regs.Slot(v) + 1)
	w.regs.Done(v)
	d := w.def(t.dst)
	w.asm.Emit(amd64.Vmovdqu, d, at)
	w.made(t.dst, d)
}

// join writes one vector above another one.
func (w *amdVectors) join(t *step) {
	low := w.register(t.args[0])
	high := w.single(t.args[1])
	w.regs.Done(t.args...)
	d := w.result(t.dst, []amd64.Arg{low})
	w.asm.Emit(pairOps[w.blocks].insert, d, low, high, amd64.Imm(1))
	w.made(t.dst, d)
}

// twice writes a half of a vector in both halves.
func (w *amdVectors) twice(t *step) {
	v, ops := t.args[0], &pairOps[w.blocks]
	if w.inMemory(v) && t.imm == lowerTwice && !w.half(v) && !w.regs.Worth(v) {
		at := w.single(v)
		w.regs.Done(v)
		d := w.def(t.dst)
		w.asm.Emit(ops.load, d, at)
		w.made(t.dst, d)
		return
	}
	from := w.register(v)
	w.regs.Done(v)
	d := w.result(t.dst, []amd64.Arg{from})
	if w.blocks == 1 {
		w.asm.Emit(ops.twice, d, from, amd64.Imm(t.imm))
	} else {
		w.asm.Emit(ops.twice, d, from, from, amd64.Imm(t.imm))
	}
	w.made(t.dst, d)
}

// extend writes a vector with elements of twice the size.
func (w *amdVectors) extend(t *step) {
	v := t.args[0]
	from := w.single(v)
	w.regs.Done(v)
	d := w.result(t.dst, []amd64.Arg{from})
	w.asm.Emit(t.op, d, from)
	w.made(t.dst, d)
}

// storeApart writes the halves of a vector to two places.
func (w *amdVectors) storeApart(t *step) {
	v := w.register(t.args[0])
	w.doubled = false
	w.asm.Emit(amd64.Vmovdqu, w.placeAt(t.in.K), w.reg(int(v.N)))
	w.asm.Emit(pairOps[w.blocks].upper, w.placeAt(t.above.K), v, amd64.Imm(1))
	w.regs.Done(t.args...)
}
