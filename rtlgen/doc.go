// Package rtlgen is the netlist builder: Go code that describes hardware calls
// it, and Elaborate turns the description into an ir.Design or into a list of
// everything that is wrong with it.
//
// A block is a struct of parameters, a struct of ports, and a function that
// describes what is between the ports:
//
//	type GrayParams struct {
//		Width int `param:"width" default:"4" min:"2" max:"64" doc:"bits of the count"`
//	}
//
//	type GrayPorts struct {
//		_      rtlgen.Unit `name:"gray_counter" doc:"counts in Gray code" params:"width"`
//		Enable rtlgen.In   `doc:"count"`
//		Gray   rtlgen.Out  `width:"width" doc:"the count, in Gray code"`
//	}
//
//	func Gray(p GrayParams) *rtlgen.Typed[GrayPorts] {
//		m, io := rtlgen.New[GrayPorts](p)
//		count := m.Reg("count_q", p.Width, 0)
//		m.If(io.Enable, func() { count.Set(count.Add(1)) })
//		io.Gray.Drive(count.Xor(count.Shr(1)))
//		return m
//	}
//
// Use and UseArray make instances of a block, whose ports are fields of a struct
// of the same type; Connect joins two ends of a link. The tags are documented at
// Typed. NewModule, with Input and Output, is the form without a struct, for small
// circuits and tests.
//
// Values are unsigned bit vectors of any width from 1 bit up. Widths never
// change silently: the operands of an operation have equal widths, a Go integer
// takes the width of the other operand, and Zext, Sext and Slice say so where a
// width is meant to change.
//
// There are also named constants and enumerations (Constant, Enum), loops and cases
// as ranges (Each, Cases), sums with their carry (AddCarry), registers without
// reset (RegNoReset), memories with an enable per lane (Memory.WriteLanes), ROMs
// (ROM), black boxes for vendor parts (BlackBox), and parts whose Verilog others
// wrote (Foreign).
//
// Builder calls neither return errors nor panic on a designer's mistake. Each
// mistake becomes a Diagnostic with a stable code and the Go positions of both
// ends; Elaborate returns all of them at once.
//
// What must not live here: Verilog text (package verilog), evaluation (package
// cyclesim), hardware blocks (packages under blocks).
package rtlgen
