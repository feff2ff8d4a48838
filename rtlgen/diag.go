package rtlgen

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/go-multierror"

	"culprit.example/culprit/rtlgen/ir"
)

// Code identifies a kind of mistake. Codes are stable: a code is never reused
// for something else. Glossary explains each.
type Code string

// The codes.
const (
	CodeWidth      Code = "RTL0001"
	CodeConst      Code = "RTL0002"
	CodeRange      Code = "RTL0003"
	CodeName       Code = "RTL0004"
	CodeKeyword    Code = "RTL0005"
	CodeDuplicate  Code = "RTL0006"
	CodeUndriven   Code = "RTL0007"
	CodeTwoDrivers Code = "RTL0008"
	CodeLatch      Code = "RTL0009"
	CodeLoop       Code = "RTL0010"
	CodeUnread     Code = "RTL0011"
	CodeForeign    Code = "RTL0012"
	CodeSize       Code = "RTL0013"
	CodeOperand    Code = "RTL0014"
	CodePort       Code = "RTL0015"
	CodeUnnamed    Code = "RTL0016"
	CodePlace      Code = "RTL0017"
	CodeSameName   Code = "RTL0018"
	CodeNoClock    Code = "RTL0019"
	CodeCase       Code = "RTL0020"
	CodeUnreadBits Code = "RTL0021"
	CodeNeverSet   Code = "RTL0022"
	CodeToolWord   Code = "RTL0023"
	CodeBundle     Code = "RTL0024"
	CodeNilValue   Code = "RTL0025"
	CodeEnum       Code = "RTL0026"
	CodeSealed     Code = "RTL0027"
	CodeStyle      Code = "RTL0028"
	CodeParam      Code = "RTL0030"
	CodeTag        Code = "RTL0031"
	CodeTooLarge   Code = "RTL0029"
	CodeClock      Code = "RTL0032"
	CodeCrossing   Code = "RTL0033"
)

// Glossary says for each code what is wrong and what to do about it.
var Glossary = map[Code]string{
	CodeWidth:      "The operands of an operation, or a value and what it is assigned to, have different widths. Widen with Zext or Sext, cut with Slice.",
	CodeConst:      "A Go integer does not fit the width it must take, or is negative. Give a value that fits, or widen the other operand.",
	CodeRange:      "A slice, bit, lane or element lies outside the value, or lanes do not divide it. Use indices below the width (or depth).",
	CodeName:       "A name is not lower_snake (a letter, then letters, digits, underscores; 1 to 64 characters) or is reserved (clk, rst, rst_n, unused_*), or the name of a part or of a thing of it is none in Verilog. Choose another name.",
	CodeKeyword:    "A name is a keyword of Verilog or SystemVerilog. Choose another name.",
	CodeDuplicate:  "Two things of a module have the same name (of constants, in upper case), or one has the name of a net that an instance makes (instance_port, instance_index), or something has the name of the module that it is in, or an instance has the name of a signal in its module, or a module stands for two parts. Rename or remove one of them.",
	CodeUndriven:   "An output, wire, or instance input has no driver. Assign it or connect it.",
	CodeTwoDrivers: "A signal or instance input is driven twice where the second driver makes the first useless. Remove one of them, or make one conditional.",
	CodeLatch:      "A wire is not assigned in every case, which would make it a latch. Give it a Default.",
	CodeLoop:       "Signals depend on each other in a circle with no register on the way. Put a register on one of the hops. Signals count as a whole, as in simulators: where the circle goes through different bits, split the signal, or use an instance for each copy; the message says if that is so.",
	CodeUnread:     "An input, wire, register, array or memory is never read (properties alone do not count for inputs and memories). Remove it, or pass it to Unused.",
	CodeForeign:    "A value of one module is used in another. Bring it in through a port.",
	CodeSize:       "A width, depth or count is smaller than 1 or absurdly large.",
	CodeOperand:    "An operand is neither a Value (Reg, Wire, ...) nor a Go integer, or it must be a constant and is none, or its width cannot be known. Use Const to give an integer a width.",
	CodePort:       "An instance has no port of that name and direction (use one of the names in the message), or a port is driven where it can only be read, or does not exist with these parameters; or a black box joins a port of its part to something that is no port of the module, or leaves a port out.",
	CodeUnnamed:    "An expression must have a name, because Verilog cannot take a part of an unnamed expression, or because it is large and used more than once. Name it with Let.",
	CodePlace:      "A call stands where it has no meaning: a port, memory port or instance connection inside a conditional, a loop index used outside its loop, or an instance of a module within itself. Move it.",
	CodeSameName:   "Two different circuits have the same module name. Declare what differs with Param, or rename one.",
	CodeNoClock:    "A property is in a module without registers that are reset, which has no clock and no reset to sample it with. Move it to the parent.",
	CodeCase:       "A value occurs twice in a Switch, or does not fit the subject. Remove or correct it.",
	CodeUnreadBits: "Some bits of an input, wire, register or instance output are never read. Make it narrower, or pass the bits to Unused.",
	CodeNeverSet:   "A register, array or memory is never assigned. Assign it, or use Const.",
	CodeToolWord:   "A name is a word of C++ or SystemC, or of a tool. It is legal Verilog, but Verilator warns about it, or a tool takes it for something of its own. Choose another name.",
	CodeBundle:     "Two ends of a link do not match field by field, or both are to be driven, or both to be read.",
	CodeSealed:     "A call would change a module that Elaborate has finished. Make it before Elaborate.",
	CodeStyle:      "A memory has ports that no RAM of its style has, or is large and no RAM has its ports: a block RAM reads synchronously, at any number of addresses if it is written at one, else at the two at which it is written, and there no port reads the old word that the other one writes; a distributed RAM is written at one address. Use ReadSync, ReadWrite, During, fewer ports, or another style.",
	CodeTooLarge:   "An expression without names in it, or statements inside each other, are more than tools for Verilog read. Name parts of the expression with Let; write a chain of choices with Switch or If; move inner statements to a module of their own.",
	CodeNilValue:   "A zero Value, or no module, is used. Every Value comes from a module's Input, Reg, Const, ... or from an operation.",
	CodeParam:      "A parameter of a block is out of its range, or parameters do not fit each other. Give values in the ranges; rtlgen.Default has the defaults.",
	CodeTag:        "A tag of a struct of ports, of parameters or of a packed struct cannot be read, or has a name that is neither a parameter nor a dimension. Correct the tag.",
	CodeClock:      "A clock is read as data, or something else is used as a clock, or the name of a clock does not end with _clk, or a memory promises what is read when the write of another clock is met. Make a clock with Clock or the tag clock, and use it in Clocked and on clocks of instances alone; a memory of two clocks is ReadUndefined.",
	CodeCrossing:   "A register, memory or instance takes a value of another clock, which may change while it is taken. End the path with Synchronize, without logic in front of it; of several bits only one may change at a time (a Gray code), or they stand still when they are taken.",
	CodeEnum:       "An enumeration has no value of that name, or a value of another enumeration stands where one of it is meant. Use one of its own values.",
}

// Diagnostic is one mistake of the person who described the hardware.
type Diagnostic struct {
	Code    Code
	Module  string
	Message string // what is wrong and what to do
	Pos     ir.Pos // where it was noticed
	Related []Related
}

// Related is another end of a mistake.
type Related struct {
	Pos  ir.Pos
	What string
}

// Error formats the diagnostic as file:line: code: message, one more line per
// related position.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: module %s: %s", d.Pos, d.Code, d.Module, d.Message)
	for _, r := range d.Related {
		fmt.Fprintf(&b, "\n\t%s: %s", r.Pos, r.What)
	}
	return b.String()
}

// Diagnostics returns the diagnostics within an error of Elaborate.
func Diagnostics(err error) []*Diagnostic {
	var ds []*Diagnostic
	var all *multierror.Error
	if !errors.As(err, &all) {
		return nil
	}
	for _, e := range all.Errors {
		var d *Diagnostic
		if errors.As(e, &d) {
			ds = append(ds, d)
		}
	}
	return ds
}

func formatDiagnostics(errs []error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in the description:", count(len(errs), "mistake"))
	for _, e := range errs {
		b.WriteString("\n" + e.Error())
	}
	return b.String()
}

// report records a mistake at the designer's line.
func (m *Module) report(code Code, rel []Related, format string, args ...any) {
	m.reportAt(here(), code, rel, format, args...)
}

func (m *Module) reportAt(pos ir.Pos, code Code, rel []Related, format string, args ...any) {
	m.diags = append(m.diags, m.diagnostic(pos, code, rel, format, args...))
}

func (m *Module) diagnostic(pos ir.Pos, code Code, rel []Related, format string, args ...any) *Diagnostic {
	return &Diagnostic{Code: code, Module: m.ir.Name, Message: fmt.Sprintf(format, args...), Pos: pos, Related: rel}
}

// count writes a number of things: "1 word", "2 words".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// bits writes a width: "1 bit", "2 bits".
func bits(n int) string { return count(n, "bit") }

// bitsAre is a width and its verb: "1 bit is", "2 bits are".
func bitsAre(n int) string {
	if n == 1 {
		return bits(n) + " is"
	}
	return bits(n) + " are"
}
