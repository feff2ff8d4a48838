package compiled

import (
	"fmt"

	"culprit/cyclesim/internal/wasm"
)

// addresses are the places in memory outside the frames.
type addresses struct {
	cycle, seed, failed, log, dump uint32
	lanes                          uint32 // indices and values of lanes while they are written
	scratch                        uint32 // first free byte, grows with the kernels
}

// webAssembly is the back end for wazero.
type webAssembly struct {
	wasm  *wasm.Module
	at    *addresses
	code  map[kernelKey]*wasm.Func // with the address of the frame
	loops map[loopKey]*wasm.Func
	fail  *wasm.Func // with the address of the frame's count, its instance's, the property
}

func newWebAssembly(w *wasm.Module, at *addresses, groups grouping) *webAssembly {
	g := &webAssembly{wasm: w, at: at, code: map[kernelKey]*wasm.Func{}, loops: map[loopKey]*wasm.Func{}}
	g.failFunc(groups.fill)
	return g
}

// join makes a kernel of its parts: if there are several, a function calls them in turn.
func (g *webAssembly) join(key kernelKey, parts []*wasm.Func) {
	g.code[key] = parts[0]
	if len(parts) > 1 {
		all := g.wasm.NewFunc([]wasm.ValType{wasm.I32})
		for _, f := range parts {
			all.LocalGet(0)
			all.Call(f)
		}
		g.code[key] = all
	}
}

func (g *webAssembly) scalar(k *kernel, p *program) {
	c := p.split(maxOps)
	types := p.types()
	scratch := g.at.scratch
	g.at.scratch += 8 * uint32(len(c.spill))
	var parts []*wasm.Func
	for i := range c.start {
		f := &function{
			g: g, k: k, p: p, c: &c, types: types, chunk: i, scratch: scratch,
			f: g.wasm.NewFunc([]wasm.ValType{wasm.I32}), local: map[ref]uint32{},
		}
		f.write()
		parts = append(parts, f.f)
	}
	g.join(kernelKey{k, 1}, parts)
}

// types chooses the WebAssembly type of each value: 32 bits if its bits fit and
// the operation gives the same result in 32 bits.
func (p *program) types() []wasm.ValType {
	facts := make([]known, len(p.code))
	types := make([]wasm.ValType, len(p.code))
	for i, in := range p.code {
		types[i] = wasm.I64
		if in.op.effect() {
			continue
		}
		facts[i] = knowledge(in, facts)
		small := func(r ref) bool {
			return types[r] == wasm.I32 || p.code[r].op == opConst && p.code[r].k>>32 == 0
		}
		fits := facts[i].may>>32 == 0
		ok := false
		switch in.op {
		case opEq, opNe, opLt, opLe, opAnd:
			ok = fits
		case opLoad:
			ok = in.size <= 4
		case opOr, opXor, opAdd, opMul, opSelect:
			ok = fits
		case opShl, opShr:
			ok = fits && small(in.a) && facts[in.b].may < 32
		case opPopcnt:
			ok = small(in.a)
		}
		if ok {
			types[i] = wasm.I32
		}
	}
	return types
}

// function is a chunk under construction. Its local 0 is the address of the
// frame.
type function struct {
	g       *webAssembly
	k       *kernel
	p       *program
	c       *chunks
	types   []wasm.ValType
	chunk   int
	scratch uint32 // of the kernel
	f       *wasm.Func

	local map[ref]uint32
}

const frame = 0 // the local with the address of the frame

func (f *function) write() {
	f.probe()
	imports := f.c.imports(f.p, f.chunk)
	f.imports(imports)
	for i := f.c.start[f.chunk]; i < f.c.end(f.p, f.chunk); i++ {
		r, in := ref(i), &f.p.code[i]
		switch {
		case in.op.effect():
			f.effect(in)
		case in.op == opConst || f.inline(r):
		default:
			f.operation(r)
			f.keep(r)
			if s, ok := f.c.spill[r]; ok {
				f.f.LocalGet(f.spillBase())
				f.value(r, wasm.I64)
				f.f.Mem(wasm.I64Store, uint32(8*s))
			}
		}
	}
}

// probe accesses the end of the frame. wazero then omits the bounds check of
// every other access up to the next loop.
func (f *function) probe() {
	f.f.LocalGet(frame)
	f.f.Mem(wasm.I32Load8U, f.k.module.layout.size-1)
	f.f.Op(wasm.Drop)
}

const spillLocal ref = -2 // key of the local with the address of the scratch memory

func (f *function) spillBase() uint32 {
	l, ok := f.local[spillLocal]
	if !ok {
		panic("BUG: a value is kept in a function that has no room for it")
	}
	return l
}

// imports loads the values that earlier functions hand on.
func (f *function) imports(list []ref) {
	if len(f.c.spill) > 0 {
		l := f.f.Local(wasm.I32)
		f.local[spillLocal] = l
		f.f.I32Const(f.scratch)
		f.f.LocalTee(l)
		f.f.Mem(wasm.I32Load8U, uint32(8*len(f.c.spill)-1))
		f.f.Op(wasm.Drop)
	}
	for _, r := range list {
		if s, ok := f.c.spill[r]; ok {
			f.f.LocalGet(f.spillBase())
			f.f.Mem(wasm.I64Load, uint32(8*s))
			f.convert(wasm.I64, f.types[r])
		} else {
			f.operation(r)
		}
		f.keep(r)
	}
}

// keep pops the value on the stack into a new local.
func (f *function) keep(r ref) {
	l := f.f.Local(f.types[r])
	f.local[r] = l
	f.f.LocalSet(l)
}

// inline tells whether a value is computed at its only use instead of being kept
// in a local.
func (f *function) inline(r ref) bool {
	in := &f.p.code[r]
	if !in.op.pure() || f.c.uses[r] != 1 || f.c.of[r] != f.chunk {
		return false
	}
	_, spilled := f.c.spill[r]
	return !spilled
}

// value pushes a value onto the stack.
func (f *function) value(r ref, as wasm.ValType) {
	in := &f.p.code[r]
	if in.op == opConst {
		if as == wasm.I32 {
			f.f.I32Const(uint32(in.k))
		} else {
			f.f.I64Const(in.k)
		}
		return
	}
	if l, ok := f.local[r]; ok {
		f.f.LocalGet(l)
	} else if f.inline(r) {
		f.operation(r)
	} else {
		panic(fmt.Sprintf("BUG: value %d has no local in\n%s", r, f.p))
	}
	f.convert(f.types[r], as)
}

func (f *function) convert(from, to wasm.ValType) {
	switch {
	case from == wasm.I32 && to == wasm.I64:
		f.f.Op(wasm.I64ExtendI32U)
	case from == wasm.I64 && to == wasm.I32:
		f.f.Op(wasm.I32WrapI64)
	}
}

var code32 = map[op]wasm.Opcode{
	opAdd: wasm.I32Add, opSub: wasm.I32Sub, opMul: wasm.I32Mul, opAnd: wasm.I32And, opOr: wasm.I32Or, opXor: wasm.I32Xor,
	opShl: wasm.I32Shl, opShr: wasm.I32ShrU, opEq: wasm.I32Eq, opNe: wasm.I32Ne, opLt: wasm.I32LtU, opLe: wasm.I32LeU,
	opPopcnt: wasm.I32Popcnt,
}

var code64 = map[op]wasm.Opcode{
	opAdd: wasm.I64Add, opSub: wasm.I64Sub, opMul: wasm.I64Mul, opAnd: wasm.I64And, opOr: wasm.I64Or, opXor: wasm.I64Xor,
	opShl: wasm.I64Shl, opShr: wasm.I64ShrU, opSar: wasm.I64ShrS, opRotl: wasm.I64Rotl, opRem: wasm.I64RemU,
	opEq: wasm.I64Eq, opNe: wasm.I64Ne, opLt: wasm.I64LtU, opLe: wasm.I64LeU, opCtz: wasm.I64Ctz, opPopcnt: wasm.I64Popcnt,
}

// operation pushes the result of an instruction, in its own type.
func (f *function) operation(r ref) {
	in, t := &f.p.code[r], f.types[r]
	switch in.op {
	case opLoad:
		f.address(in.a, 0)
		f.f.Mem(loads[t][in.size], uint32(in.k))
	case opArbitrary:
		f.g.arbitrary(f.f, in.k)
	case opSelect:
		f.value(in.b, t)
		f.value(in.c, t)
		f.value(in.a, wasm.I32)
		f.f.Op(wasm.Select)
	case opEq, opNe, opLt, opLe:
		f.compare(in)
	default:
		f.value(in.a, t)
		if in.b != none {
			f.value(in.b, t)
		}
		if t == wasm.I32 {
			f.f.Op(code32[in.op])
		} else {
			f.f.Op(code64[in.op])
		}
	}
}

// compare compares in 32 bits if both operands fit.
func (f *function) compare(in *instr) {
	t := wasm.I64
	if f.small(in.a) && f.small(in.b) {
		t = wasm.I32
	}
	f.value(in.a, t)
	if b := &f.p.code[in.b]; b.op == opConst && b.k == 0 && in.op == opEq {
		f.f.Op(map[wasm.ValType]wasm.Opcode{wasm.I32: wasm.I32Eqz, wasm.I64: wasm.I64Eqz}[t])
		return
	}
	f.value(in.b, t)
	if t == wasm.I32 {
		f.f.Op(code32[in.op])
	} else {
		f.f.Op(code64[in.op])
	}
}

func (f *function) small(r ref) bool {
	in := &f.p.code[r]
	if in.op == opConst {
		return in.k>>32 == 0
	}
	return f.types[r] == wasm.I32
}

var loads = map[wasm.ValType]map[uint8]wasm.MemOp{
	wasm.I32: {1: wasm.I32Load8U, 2: wasm.I32Load16U, 4: wasm.I32Load},
	wasm.I64: {8: wasm.I64Load},
}

var stores = map[wasm.ValType]map[uint8]wasm.MemOp{
	wasm.I32: {1: wasm.I32Store8, 2: wasm.I32Store16, 4: wasm.I32Store},
	wasm.I64: {1: wasm.I64Store8, 2: wasm.I64Store16, 4: wasm.I64Store32, 8: wasm.I64Store},
}

// address pushes the address of the frame plus an offset.
func (f *function) address(offset ref, k uint32) {
	f.f.LocalGet(frame)
	if offset != none {
		f.value(offset, wasm.I32)
		f.f.Op(wasm.I32Add)
	}
	if k > 0 {
		f.f.I32Const(k)
		f.f.Op(wasm.I32Add)
	}
}

// arbitrary pushes a word that depends on seed, cycle and k.
func (g *webAssembly) arbitrary(f *wasm.Func, k uint64) {
	f.I32Const(g.at.cycle)
	f.Mem(wasm.I64Load, 0)
	f.I32Const(g.at.seed)
	f.Mem(wasm.I64Load, 0)
	f.Op(wasm.I64Add)
	f.I64Const(k)
	f.Op(wasm.I64Mul)
	f.I64Const(29)
	f.Op(wasm.I64Rotl)
}
