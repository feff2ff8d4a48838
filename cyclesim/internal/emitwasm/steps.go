package emitwasm

import (
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/wasm"
)

// Names that the WebAssembly modules export.
const (
	ExportMemory = "memory"
	ExportSettle = "settle" // the outputs, or all wires
	ExportFinish = "finish" // the rest of a cycle, with the clock edge
	ExportRun    = "run"    // up to n cycles; returns how many it ran
)

// Steps writes the exported functions of the simulation proper. It runs last,
// since the address of the top's frame is known only when all kernels have their
// scratch memory.
func (g *Emitter) Steps(top *translate.Module, frame uint32) {
	settle := g.wasm.NewFunc(nil)
	settle.Export = ExportSettle
	finish := g.wasm.NewFunc(nil)
	finish.Export = ExportFinish
	for _, k := range top.Kernels {
		f := settle
		if k.Step.Last {
			f = finish
		}
		if code := g.code[k.For(1)]; code != nil {
			f.I32Const(frame)
			f.Call(code)
		}
	}
	finish.I32Const(g.at.Cycle)
	finish.I32Const(g.at.Cycle)
	finish.Mem(wasm.I64Load, 0)
	finish.I64Const(1)
	finish.Op(wasm.I64Add)
	finish.Mem(wasm.I64Store, 0)
	g.runFunc(settle, finish)
}

// runFunc writes a function that runs up to n cycles. It returns early after a cycle
// in which a property has failed for the first time.
func (g *Emitter) runFunc(settle, finish *wasm.Func) {
	run := g.wasm.NewFunc([]wasm.ValType{wasm.I32}, wasm.I32)
	run.Export = ExportRun
	const n = 0
	done := run.Local(wasm.I32)
	run.Loop()
	run.Call(settle)
	run.Call(finish)
	run.LocalGet(done)
	run.I32Const(1)
	run.Op(wasm.I32Add)
	run.LocalTee(done)
	run.LocalGet(n)
	run.Op(wasm.I32LtU)
	run.I32Const(g.at.Failed)
	run.Mem(wasm.I32Load, 0)
	run.Op(wasm.I32Eqz)
	run.Op(wasm.I32And)
	run.BrIf(0)
	run.Op(wasm.End)
	run.LocalGet(done)
}

// ObserveFunc writes the exported function that settles every wire.
func (g *Emitter) ObserveFunc(top *translate.Module, frame uint32) {
	settle := g.wasm.NewFunc(nil)
	settle.Export = ExportSettle
	for _, k := range top.Kernels {
		if code := g.code[k.For(1)]; code != nil {
			settle.I32Const(frame)
			settle.Call(code)
		}
	}
}

// Pages returns the number of pages of WebAssembly that hold a number of bytes.
func Pages(bytes uint64) uint64 { return (bytes + wasm.PageSize - 1) / wasm.PageSize }
