package emitwasm

import (
	"fmt"
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/wasm"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Emitter is the back end for wazero.
type Emitter struct {
	wasm    *wasm.Module
	at      *translate.Addresses
	options *translate.Options
	code    map[translate.KernelKey]*wasm.Func // with the address of the frame
	loops   map[loopKey]*wasm.Func
	tables  map[string]uint32 // addresses of tables, by their bytes
	fail    *wasm.Func        // with the address of the frame's count, its instance's, the property
}

// New is a back end that adds functions to a module, for designs with these addresses.
func New(w *wasm.Module, at *translate.Addresses, o *translate.Options) *Emitter {
	g := &Emitter{wasm: w, at: at, options: o, code: map[translate.KernelKey]*wasm.Func{}, loops: map[loopKey]*wasm.Func{},
		tables: map[string]uint32{}}
	g.failFunc(o.Groups.Fill)
	return g
}

// join makes a kernel of its parts: if there are several, a function calls them in turn.
func (g *Emitter) join(key translate.KernelKey, parts []*wasm.Func) {
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

// Scalar implements translate.Backend.
func (g *Emitter) Scalar(k *translate.Kernel, p *word.Program) {
	c := p.Split(g.options.FunctionOps)
	types := typesOf(p)
	scratch, guarded := g.at.Take(8*len(c.Spill), 8), p.Parts()
	var parts []*wasm.Func
	for i := range c.Start {
		f := &function{
			g: g, k: k, p: p, c: &c, types: types, chunk: i, scratch: scratch, parts: guarded, part: -1,
			f: g.wasm.NewFunc([]wasm.ValType{wasm.I32}), local: map[word.Ref]uint32{},
		}
		f.write()
		parts = append(parts, f.f)
	}
	g.join(k.For(1), parts)
}

// typesOf chooses the WebAssembly type of each value: 32 bits if its bits fit and
// the operation gives the same result in 32 bits.
func typesOf(p *word.Program) []wasm.ValType {
	facts := p.Facts()
	types := make([]wasm.ValType, len(p.Code))
	for i, in := range p.Code {
		types[i] = wasm.I64
		if in.Op.Effect() {
			continue
		}
		small := func(r word.Ref) bool {
			return types[r] == wasm.I32 || p.Code[r].Op == word.Const && p.Code[r].K>>32 == 0
		}
		fits := facts[i].May>>32 == 0
		ok := false
		switch in.Op {
		case word.Eq, word.Ne, word.Lt, word.Le, word.And:
			ok = fits
		case word.Load, word.Lookup:
			ok = in.Size <= 4
		case word.Or, word.Xor, word.Add, word.Mul, word.Select:
			ok = fits
		case word.Shl, word.Shr:
			ok = fits && small(in.A) && facts[in.B].May < 32
		case word.Popcnt:
			ok = small(in.A)
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
	g       *Emitter
	k       *translate.Kernel
	p       *word.Program
	c       *word.Chunks
	types   []wasm.ValType
	chunk   int
	scratch uint32 // of the kernel
	parts   *word.Parts
	part    int // that is open, or -1
	f       *wasm.Func

	local map[word.Ref]uint32
}

const frame = 0 // the local with the address of the frame

func (f *function) write() {
	f.probe()
	imports := f.c.Imports(f.p, f.chunk)
	f.imports(imports)
	for i := f.c.Start[f.chunk]; i < f.c.End(f.p, f.chunk); i++ {
		r, in := word.Ref(i), &f.p.Code[i]
		switch {
		case in.Op == word.If:
			f.begin(i)
		case in.Op == word.End:
			f.endPart()
		case in.Op.Effect():
			f.effect(in)
		case in.Op == word.Const || f.inline(r):
		default:
			f.operation(r)
			f.keep(r)
			if f.part < 0 {
				f.spill(r)
			}
		}
	}
}

// spill hands a value on to later functions, if one needs it.
func (f *function) spill(r word.Ref) {
	if s, ok := f.c.Spill[r]; ok {
		f.f.LocalGet(f.spillBase())
		f.value(r, wasm.I64)
		f.f.Mem(wasm.I64Store, uint32(8*s))
	}
}

// begin begins a guarded part. If it is skipped, its values are 0 behind it, as locals are at the start.
func (f *function) begin(i int) {
	r := f.p.Code[i].A
	f.f.Block()
	if f.small(r) {
		f.value(r, wasm.I32)
	} else {
		f.value(r, wasm.I64)
		f.f.I64Const(0)
		f.f.Op(wasm.I64Ne)
	}
	f.f.LeaveUnless()
	f.part = i
}

// endPart ends it.
func (f *function) endPart() {
	f.end()
	for _, r := range f.parts.Escaping[f.part] {
		f.spill(r)
	}
	f.part = -1
}

// probe accesses the end of the frame. wazero then omits the bounds check of
// every other access up to the next loop.
func (f *function) probe() {
	probe(f.f, frame, f.k.Module.Layout.Size-1)
}

// end ends a part of the code that may be left out.
func (f *function) end() {
	bases := []uint32{frame}
	if l, ok := f.local[spillLocal]; ok {
		bases = append(bases, l)
	}
	endBlock(f.f, bases...)
}

const spillLocal word.Ref = -2 // key of the local with the address of the scratch memory

func (f *function) spillBase() uint32 {
	l, ok := f.local[spillLocal]
	if !ok {
		panic("BUG: a value is kept in a function that has no room for it")
	}
	return l
}

// imports loads the values that earlier functions hand on.
func (f *function) imports(list []word.Ref) {
	if len(f.c.Spill) > 0 {
		l := f.f.Local(wasm.I32)
		f.local[spillLocal] = l
		f.f.I32Const(f.scratch)
		f.f.LocalSet(l)
		probe(f.f, l, uint32(8*len(f.c.Spill)-1))
	}
	for _, r := range list {
		if s, ok := f.c.Spill[r]; ok {
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
func (f *function) keep(r word.Ref) {
	l := f.f.Local(f.types[r])
	f.local[r] = l
	f.f.LocalSet(l)
}

// inline reports whether a value is computed at its only use instead of being kept
// in a local.
func (f *function) inline(r word.Ref) bool {
	in := &f.p.Code[r]
	if !in.Op.Pure() || f.c.Uses[r] != 1 || f.c.Of[r] != f.chunk || f.parts.Escapes[r] {
		return false
	}
	_, spilled := f.c.Spill[r]
	return !spilled
}

// value pushes a value onto the stack.
func (f *function) value(r word.Ref, as wasm.ValType) {
	in := &f.p.Code[r]
	if in.Op == word.Const {
		if as == wasm.I32 {
			f.f.I32Const(uint32(in.K))
		} else {
			f.f.I64Const(in.K)
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

var code32 = map[word.Op]wasm.Opcode{
	word.Add: wasm.I32Add, word.Sub: wasm.I32Sub, word.Mul: wasm.I32Mul, word.And: wasm.I32And, word.Or: wasm.I32Or,
	word.Xor: wasm.I32Xor,
	word.Shl: wasm.I32Shl, word.Shr: wasm.I32ShrU, word.Eq: wasm.I32Eq, word.Ne: wasm.I32Ne, word.Lt: wasm.I32LtU,
	word.Le:     wasm.I32LeU,
	word.Popcnt: wasm.I32Popcnt,
}

var code64 = map[word.Op]wasm.Opcode{
	word.Add: wasm.I64Add, word.Sub: wasm.I64Sub, word.Mul: wasm.I64Mul, word.And: wasm.I64And, word.Or: wasm.I64Or,
	word.Xor: wasm.I64Xor,
	word.Shl: wasm.I64Shl, word.Shr: wasm.I64ShrU, word.Sar: wasm.I64ShrS, word.Rotl: wasm.I64Rotl, word.Rem: wasm.I64RemU,
	word.Eq: wasm.I64Eq, word.Ne: wasm.I64Ne, word.Lt: wasm.I64LtU, word.Le: wasm.I64LeU, word.Ctz: wasm.I64Ctz,
	word.Popcnt: wasm.I64Popcnt,
}

// operation pushes the result of an instruction, in its own type.
func (f *function) operation(r word.Ref) {
	in, t := &f.p.Code[r], f.types[r]
	switch in.Op {
	case word.Load:
		f.address(in.A, 0)
		f.f.Mem(loads[t][in.Size], uint32(in.K))
	case word.Lookup:
		f.value(in.A, wasm.I32)
		if shift := bits.TrailingZeros8(in.Size); shift > 0 {
			f.f.I32Const(uint32(shift))
			f.f.Op(wasm.I32Shl)
		}
		f.f.Mem(loads[t][in.Size], f.g.table(f.p.Tables[in.K].Bytes(in.Size)))
	case word.Arbitrary:
		f.g.arbitrary(f.f, in.K)
	case word.Select:
		f.value(in.B, t)
		f.value(in.C, t)
		f.value(in.A, wasm.I32)
		f.f.Op(wasm.Select)
	case word.Eq, word.Ne, word.Lt, word.Le:
		f.compare(in)
	default:
		f.value(in.A, t)
		if in.B != word.None {
			f.value(in.B, t)
		}
		if t == wasm.I32 {
			f.f.Op(code32[in.Op])
		} else {
			f.f.Op(code64[in.Op])
		}
	}
}

// compare compares in 32 bits if both operands fit.
func (f *function) compare(in *word.Instr) {
	t := wasm.I64
	if f.small(in.A) && f.small(in.B) {
		t = wasm.I32
	}
	f.value(in.A, t)
	if b := &f.p.Code[in.B]; b.Op == word.Const && b.K == 0 && in.Op == word.Eq {
		f.f.Op(map[wasm.ValType]wasm.Opcode{wasm.I32: wasm.I32Eqz, wasm.I64: wasm.I64Eqz}[t])
		return
	}
	f.value(in.B, t)
	if t == wasm.I32 {
		f.f.Op(code32[in.Op])
	} else {
		f.f.Op(code64[in.Op])
	}
}

func (f *function) small(r word.Ref) bool {
	in := &f.p.Code[r]
	if in.Op == word.Const {
		return in.K>>32 == 0
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
func (f *function) address(offset word.Ref, k uint32) {
	f.f.LocalGet(frame)
	if offset != word.None {
		f.value(offset, wasm.I32)
		f.f.Op(wasm.I32Add)
	}
	if k > 0 {
		f.f.I32Const(k)
		f.f.Op(wasm.I32Add)
	}
}

// table is the address of a table with these bytes.
func (g *Emitter) table(data []byte) uint32 {
	at, ok := g.tables[string(data)]
	if !ok {
		at = g.at.Take(len(data), 8)
		g.tables[string(data)] = at
		g.wasm.Data(at, data)
	}
	return at
}

// arbitrary pushes a word that depends on seed, cycle and k.
func (g *Emitter) arbitrary(f *wasm.Func, k uint64) {
	f.I32Const(g.at.Cycle)
	f.Mem(wasm.I64Load, 0)
	f.I32Const(g.at.Seed)
	f.Mem(wasm.I64Load, 0)
	f.Op(wasm.I64Add)
	f.I64Const(k)
	f.Op(wasm.I64Mul)
	f.I64Const(29)
	f.Op(wasm.I64Rotl)
}
