package emitwasm

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/wasm"
	"culprit.example/culprit/cyclesim/internal/word"
)

func (f *function) effect(in *word.Instr) {
	switch in.Op {
	case word.Store:
		f.store(in)
	case word.Copy:
		f.copy(in)
	case word.Permute:
		f.permute(in)
	case word.Call:
		f.call(&f.p.Calls[in.K])
	case word.Check:
		c := f.p.Checks[in.K]
		f.f.Block()
		f.value(in.A, wasm.I32)
		f.f.BrIf(0)
		f.address(word.None, c.Count)
		f.address(word.None, c.ID)
		f.f.I32Const(c.Index)
		f.f.Call(f.g.fail)
		f.end()
	case word.Cover:
		at := f.p.Checks[in.K].Count
		f.f.LocalGet(frame)
		f.f.LocalGet(frame)
		f.f.Mem(wasm.I64Load, at)
		f.value(in.A, wasm.I64)
		f.f.Op(wasm.I64Add)
		f.f.Mem(wasm.I64Store, at)
	}
}

// store writes a value. If its condition does not hold, the value goes to a dummy
// address, which is cheaper than a branch.
func (f *function) store(in *word.Instr) {
	if in.Spread > 0 {
		f.spread(in)
		return
	}
	t := wasm.I64
	if f.types[in.B] == wasm.I32 && in.Size <= 4 || f.p.Code[in.B].Op == word.Const && in.Size <= 4 {
		t = wasm.I32
	}
	offset := uint32(in.K)
	if in.C == word.None {
		f.address(in.A, 0)
	} else {
		f.address(in.A, offset)
		f.f.I32Const(f.g.at.Dump)
		f.value(in.C, wasm.I32)
		f.f.Op(wasm.Select)
		offset = 0
	}
	f.value(in.B, t)
	f.f.Mem(stores[t][in.Size], offset)
}

// spread writes the same value for all lanes of a group.
func (f *function) spread(in *word.Instr) {
	t := wasm.I64
	if in.Size < 8 {
		t = wasm.I32
	}
	l := f.f.Local(wasm.V128)
	f.value(in.B, t)
	f.f.Vec(splats[vector.Log2Size(in.Size)])
	f.f.LocalSet(l)
	bytes := uint32(in.Spread) * uint32(in.Size)
	for at := uint32(0); at < bytes; at += 16 {
		f.f.LocalGet(frame)
		f.f.LocalGet(l)
		if bytes < 16 {
			f.f.LaneMem(wasm.V128Store64Lane, uint32(in.K), 0)
		} else {
			f.f.VecMem(wasm.V128Store, uint32(in.K)+at)
		}
	}
}

// copy copies the values of all lanes of a group to another group.
func (f *function) copy(in *word.Instr) {
	bytes := uint32(in.Spread) * uint32(in.Size)
	for at := uint32(0); at < bytes; at += 16 {
		f.f.LocalGet(frame)
		f.f.LocalGet(frame)
		if bytes < 16 {
			f.f.Mem(wasm.I64Load, uint32(in.From))
			f.f.Mem(wasm.I64Store, uint32(in.K))
		} else {
			f.f.VecMem(wasm.V128Load, uint32(in.From)+at)
			f.f.VecMem(wasm.V128Store, uint32(in.K)+at)
		}
	}
}

// permute copies element by element.
func (f *function) permute(in *word.Instr) {
	t := wasm.I32
	if in.Size == 8 {
		t = wasm.I64
	}
	lanes, size := uint32(in.Spread), uint32(in.Size)
	for i, at := range f.p.Sources[in.From] {
		f.f.LocalGet(frame)
		switch {
		case at != word.NoSource:
			f.f.LocalGet(frame)
			f.f.Mem(loads[t][in.Size], uint32(at))
		case t == wasm.I64:
			f.f.I64Const(0)
		default:
			f.f.I32Const(0)
		}
		f.f.Mem(stores[t][in.Size], uint32(in.K)+layout.LaneOffset(lanes, uint32(i), size))
	}
}

// splats broadcast an element of 1, 2, 4 or 8 bytes to a whole vector.
var splats = [4]wasm.VecOp{wasm.I8x16Splat, wasm.I16x8Splat, wasm.I32x4Splat, wasm.I64x2Splat}

// call runs a kernel on all copies of an instance.
func (f *function) call(c *word.Callee) {
	f.address(word.None, c.First)
	f.f.Call(f.g.callGroups(c))
}

// callGroups makes a function that runs a kernel on all groups of an instance, block by block.
func (g *Emitter) callGroups(c *word.Callee) *wasm.Func {
	f := g.code[translate.KernelOf(c).For(c.Lanes)]
	return g.callAll(g.callAll(f, layout.BlocksOf(c.Lanes), 16), c.Count, c.Size)
}

// callAll makes a function that calls callee for count frames: the first lies at
// the address that the function gets, the others follow at the given distance.
func (g *Emitter) callAll(callee *wasm.Func, count int, distance uint32) *wasm.Func {
	if count == 1 {
		return callee
	}
	const at = 0
	f := g.wasm.NewFunc([]wasm.ValType{wasm.I32})
	end := f.Local(wasm.I32)
	f.LocalGet(at)
	f.I32Const(uint32(count) * distance)
	f.Op(wasm.I32Add)
	f.LocalSet(end)
	f.Loop()
	f.LocalGet(at)
	f.Call(callee)
	f.LocalGet(at)
	f.I32Const(distance)
	f.Op(wasm.I32Add)
	f.LocalTee(at)
	f.LocalGet(end)
	f.Op(wasm.I32Ne)
	f.BrIf(0)
	f.Op(wasm.End)
	return f
}

// failFunc writes the function that counts a failure of a property, and logs the
// first one. filled reports whether there are lanes without a copy.
func (g *Emitter) failFunc(filled bool) {
	const count, id, property = 0, 1, 2
	f := g.wasm.NewFunc([]wasm.ValType{wasm.I32, wasm.I32, wasm.I32})
	g.fail = f
	entry := f.Local(wasm.I32)
	if filled {
		f.Block()
		f.LocalGet(id)
		f.Mem(wasm.I32Load, 0)
		f.I32Const(translate.UnusedLane)
		f.Op(wasm.I32Ne)
		f.LeaveUnless()
		defer f.Op(wasm.End)
	}
	f.LocalGet(count)
	f.Mem(wasm.I64Load, 0)
	f.Op(wasm.I64Eqz)
	f.If()
	f.I32Const(g.at.Failed)
	f.Mem(wasm.I32Load, 0)
	f.LocalTee(entry)
	f.I32Const(8)
	f.Op(wasm.I32Mul)
	f.I32Const(g.at.Log)
	f.Op(wasm.I32Add)
	f.LocalGet(id)
	f.Mem(wasm.I32Load, 0)
	f.Mem(wasm.I32Store, 0)
	f.LocalGet(entry)
	f.I32Const(8)
	f.Op(wasm.I32Mul)
	f.I32Const(g.at.Log)
	f.Op(wasm.I32Add)
	f.LocalGet(property)
	f.Mem(wasm.I32Store, 4)
	f.I32Const(g.at.Failed)
	f.LocalGet(entry)
	f.I32Const(1)
	f.Op(wasm.I32Add)
	f.Mem(wasm.I32Store, 0)
	f.Op(wasm.End)
	f.LocalGet(count)
	f.LocalGet(count)
	f.Mem(wasm.I64Load, 0)
	f.I64Const(1)
	f.Op(wasm.I64Add)
	f.Mem(wasm.I64Store, 0)
}
