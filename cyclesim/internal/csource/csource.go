package csource

import (
	_ "embed"
	"fmt"
	"strings"

	"culprit/cyclesim/internal/wasm"
)

//go:embed prelude.h
var prelude string

// Entry is the name of the function that calls an exported one, the only one that other code
// sees. It lies in the section .text.entry. Its C type is
//
//	u64 (u8 *memory, u64 number, u64 argument)
//
// where number is a place in the list of exports, and memory that of the module.
const Entry = "entry"

// Translate is the module as C. The exports have at most one parameter and one result.
func Translate(m *wasm.Module, exports []string) string {
	var b strings.Builder
	b.WriteString(prelude)
	for i, f := range m.Funcs() {
		fmt.Fprintf(&b, "static %s;\n", prototype(i, f))
	}
	byName := map[string]int{}
	for i, f := range m.Funcs() {
		if f.Export != "" {
			byName[f.Export] = i
		}
		t := translation{module: m, out: &b}
		t.function(i, f)
	}
	fmt.Fprintf(&b, "__attribute__((section(\".text.entry\"))) u64 %s(u8 *memory, u64 number, u64 argument) {\n\tswitch (number) {\n", Entry)
	for number, name := range exports {
		i := byName[name]
		call := fmt.Sprintf("f%d(memory%s)", i, strings.Repeat(", argument", len(m.Funcs()[i].Params())))
		if len(m.Funcs()[i].Results()) > 0 {
			fmt.Fprintf(&b, "\tcase %d: return %s;\n", number, call)
		} else {
			fmt.Fprintf(&b, "\tcase %d: %s; break;\n", number, call)
		}
	}
	b.WriteString("\t}\n\treturn 0;\n}\n")
	return b.String()
}

var typeNames = map[wasm.ValType]string{wasm.I32: "u32", wasm.I64: "u64", wasm.V128: "v128"}

func prototype(i int, f *wasm.Func) string {
	result, params := "void", "u8 *memory"
	if len(f.Results()) > 0 {
		result = typeNames[f.Results()[0]]
	}
	for k, t := range f.Params() {
		params += fmt.Sprintf(", %s l%d", typeNames[t], k)
	}
	return fmt.Sprintf("%s f%d(%s)", result, i, params)
}

// translation is a function being translated.
type translation struct {
	module *wasm.Module
	out    *strings.Builder
	locals []wasm.ValType
	stack  []string // what the values on the stack are called
	values int      // how many have names
	blocks []block  // the open ones
	labels int
}

// block is an open construct of the function.
type block struct {
	label int
	loop  bool // the label is at its start
}

func (t *translation) line(format string, args ...any) {
	t.out.WriteByte('\t')
	fmt.Fprintf(t.out, format, args...)
	t.out.WriteByte('\n')
}

func (t *translation) push(typ wasm.ValType, format string, args ...any) {
	name := fmt.Sprintf("t%d", t.values)
	t.values++
	t.line("const %s %s = %s;", typeNames[typ], name, fmt.Sprintf(format, args...))
	t.stack = append(t.stack, name)
}

func (t *translation) pop() string {
	last := len(t.stack) - 1
	x := t.stack[last]
	t.stack = t.stack[:last]
	return x
}

func (t *translation) function(i int, f *wasm.Func) {
	fmt.Fprintf(t.out, "static %s {\n", prototype(i, f))
	t.locals = append(append(t.locals, f.Params()...), f.Locals()...)
	for k := len(f.Params()); k < len(t.locals); k++ {
		zero := "0"
		if t.locals[k] == wasm.V128 {
			zero = "{}"
		}
		t.line("%s l%d = %s;", typeNames[t.locals[k]], k, zero)
	}
	for in := range f.Instrs {
		t.instr(&in)
	}
	if len(f.Results()) > 0 {
		t.line("return %s;", t.pop())
	}
	t.out.WriteString("}\n")
}

func (t *translation) instr(in *wasm.Instr) {
	switch in.Code {
	case wasm.CodeBlock, wasm.CodeLoop, wasm.CodeIf:
		t.open(in.Code)
	case byte(wasm.End):
		t.end()
	case wasm.CodeBrIf:
		t.line("if (%s) goto b%d;", t.pop(), t.blocks[len(t.blocks)-1-int(in.Index)].label)
	case wasm.CodeCall:
		t.call(int(in.Index))
	case wasm.CodeLocalGet:
		t.push(t.locals[in.Index], "l%d", in.Index)
	case wasm.CodeLocalSet:
		t.line("l%d = %s;", in.Index, t.pop())
	case wasm.CodeLocalTee:
		t.line("l%d = %s;", in.Index, t.stack[len(t.stack)-1])
	case wasm.CodeI32Const:
		t.push(wasm.I32, "%du", uint32(in.Value))
	case wasm.CodeI64Const:
		t.push(wasm.I64, "%dull", in.Value)
	case byte(wasm.Drop):
		t.line("(void)%s;", t.pop())
	case byte(wasm.Select):
		t.choose()
	case wasm.CodeVector:
		t.vector(in)
	default:
		t.scalar(in)
	}
}

func (t *translation) open(code byte) {
	b := block{label: t.labels, loop: code == wasm.CodeLoop}
	t.labels++
	switch code {
	case wasm.CodeIf:
		t.line("if (%s) {", t.pop())
	case wasm.CodeLoop:
		t.line("b%d:; {", b.label)
	default:
		t.line("{")
	}
	t.blocks = append(t.blocks, b)
}

func (t *translation) end() {
	b := t.blocks[len(t.blocks)-1]
	t.blocks = t.blocks[:len(t.blocks)-1]
	if b.loop {
		t.line("}")
	} else {
		t.line("} b%d:;", b.label)
	}
}

func (t *translation) call(i int) {
	f := t.module.Funcs()[i]
	args := make([]string, len(f.Params()))
	for k := len(args) - 1; k >= 0; k-- {
		args[k] = ", " + t.pop()
	}
	call := fmt.Sprintf("f%d(memory%s)", i, strings.Join(args, ""))
	if len(f.Results()) > 0 {
		t.push(f.Results()[0], "%s", call)
	} else {
		t.line("%s;", call)
	}
}

// choose is the instruction select, on values of any type.
func (t *translation) choose() {
	cond, no, yes := t.pop(), t.pop(), t.pop()
	name := fmt.Sprintf("t%d", t.values)
	t.values++
	t.line("const __typeof__(%s) %s = %s ? %s : %s;", yes, name, cond, yes, no)
	t.stack = append(t.stack, name)
}

// operator is an instruction on numbers. a and b stand for the operands.
type operator struct {
	result wasm.ValType
	args   int
	form   string
}

// memoryAccess is a load or store of numbers.
type memoryAccess struct {
	typ   string // in memory
	value wasm.ValType
	store bool
}

func (t *translation) scalar(in *wasm.Instr) {
	if x, ok := accesses[wasm.MemOp(in.Code)]; ok {
		if x.store {
			value := t.pop()
			t.line("AT(%s, %s, %du) = %s;", x.typ, t.pop(), in.Offset, value)
		} else {
			t.push(x.value, "AT(%s, %s, %du)", x.typ, t.pop(), in.Offset)
		}
		return
	}
	o, ok := operators[wasm.Opcode(in.Code)]
	if !ok {
		panic(fmt.Sprintf("BUG: instruction %#x has no form in C", in.Code))
	}
	t.push(o.result, "%s", t.operands(o.form, o.args))
}

// operands puts the topmost values of the stack into a form.
func (t *translation) operands(form string, n int) string {
	pairs := []string{}
	for _, letter := range []string{"a", "b", "c"}[:n] {
		pairs = append(pairs, "$"+letter, t.stack[len(t.stack)-n+len(pairs)/2])
	}
	t.stack = t.stack[:len(t.stack)-n]
	return strings.NewReplacer(pairs...).Replace(form)
}

func (t *translation) vector(in *wasm.Instr) {
	switch in.Vector {
	case wasm.VectorConst:
		t.push(wasm.V128, "(v128){%#xull, %#xull}", in.Value, in.High)
		return
	case wasm.VectorShuffle:
		b, a := t.pop(), t.pop()
		places := ""
		for _, x := range in.Bytes {
			places += fmt.Sprintf(", %d", x)
		}
		t.push(wasm.V128, "(v128)__builtin_shufflevector((v_u8)%s, (v_u8)%s%s)", a, b, places)
		return
	}
	switch {
	case in.Vector == byte(wasm.V128Load):
		t.push(wasm.V128, "AT(m128, %s, %du)", t.pop(), in.Offset)
	case in.Vector == byte(wasm.V128Load64Zero):
		t.push(wasm.V128, "(v128){AT(m64, %s, %du), 0}", t.pop(), in.Offset)
	case in.Vector == byte(wasm.V128Store):
		value := t.pop()
		t.line("AT(m128, %s, %du) = %s;", t.pop(), in.Offset, value)
	case in.Vector == byte(wasm.V128Store64Lane):
		value := t.pop()
		t.line("AT(m64, %s, %du) = %s[%d];", t.pop(), in.Offset, value, in.Lane)
	case in.Vector == byte(wasm.V128Load8Lane):
		value := t.pop()
		t.replace("v_u8", value, in.Lane, fmt.Sprintf("AT(m8, %s, %du)", t.pop(), in.Offset))
	case in.Vector == byte(wasm.I64x2ExtractLane):
		t.push(wasm.I64, "%s[%d]", t.pop(), in.Lane)
	case in.Vector == byte(wasm.I8x16ExtractLaneU):
		t.push(wasm.I32, "((v_u8)%s)[%d]", t.pop(), in.Lane)
	case in.Vector == byte(wasm.I64x2ReplaceLane), in.Vector == byte(wasm.I8x16ReplaceLane):
		value := t.pop()
		typ := "v_u64"
		if in.Vector == byte(wasm.I8x16ReplaceLane) {
			typ = "v_u8"
		}
		t.replace(typ, t.pop(), in.Lane, value)
	default:
		o, ok := vectorOperators[wasm.VecOp(in.Vector)]
		if !ok {
			panic(fmt.Sprintf("BUG: vector instruction %#x has no form in C", in.Vector))
		}
		t.push(o.result, "%s", t.operands(o.form, o.args))
	}
}

// replace is a vector with another value in one lane.
func (t *translation) replace(typ, x string, lane int, value string) {
	name := fmt.Sprintf("t%d", t.values)
	t.values++
	t.line("%s %s_ = (%s)%s; %s_[%d] = %s; const v128 %s = (v128)%s_;", typ, name, typ, x, name, lane, value, name, name)
	t.stack = append(t.stack, name)
}
