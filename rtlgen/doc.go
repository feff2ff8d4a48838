// Package rtlgen is the netlist builder: Go code that describes hardware calls
// it, and Elaborate turns the description into an ir.Design or into a list of
// everything that is wrong with it.
//
// A block is a Go function that returns a *Module:
//
//	func Gray(width int) *rtlgen.Module {
//		m := rtlgen.NewModule("gray_counter")
//		m.Param("width", width, 4)
//		enable := m.Input("enable", 1)
//		count := m.Reg("count_q", width, 0)
//		m.If(enable, func() { count.Set(count.Add(1)) })
//		m.Output("gray", count.Xor(count.Shr(1)))
//		return m
//	}
//
// Values are unsigned bit vectors of any width from 1 bit up. Widths never
// change silently: the operands of an operation have equal widths, a Go integer
// takes the width of the other operand, and Zext, Sext and Slice say so where a
// width is meant to change.
//
// What has a file of its own: named constants and enumerations (Constant, Enum),
// loops and cases as ranges (Each, Cases), sums with their carry (AddCarry),
// registers without reset (RegNoReset), memories with an enable per lane
// (Memory.WriteLanes), tables (ROM), and parts that come from elsewhere (BlackBox).
//
// Builder calls neither return errors nor panic on a designer's mistake. Each
// mistake becomes a Diagnostic with a stable code and the Go positions of both
// ends; Elaborate returns all of them at once.
//
// What must not live here: Verilog text (package verilog), evaluation (package
// cyclesim), hardware blocks (packages under blocks).
package rtlgen
