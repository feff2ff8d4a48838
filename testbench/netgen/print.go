package netgen

import (
	"fmt"
	"math/big"
	"strings"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/verilog"
)

// Report is a failing case as text: what differs, a Go program that repeats it
// between two of the built-in engines, the Verilog, and the stimulus.
func Report(c *Case, d Difference, engine, reference string, every int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d: engine %s differs from %s: %s\n\n", c.Seed, engine, reference, d)
	b.WriteString(GoProgram(c, engine, reference, every))
	b.WriteString("\n// The same in Verilog:\n\n")
	out, err := verilog.Emit(c.Design, verilog.Options{})
	if err != nil {
		fmt.Fprintf(&b, "// (cannot be written: %v)\n", err)
		return b.String()
	}
	for _, f := range out.SimulationFiles() {
		b.Write(f.Data)
		b.WriteByte('\n')
	}
	return b.String()
}

// GoProgram is a program that makes the case and compares two engines on it.
func GoProgram(c *Case, engine, reference string, every int) string {
	p := &goPrinter{names: map[any]string{}}
	p.line("package main\n\nimport (\n\t\"fmt\"\n\t\"math/big\"\n\n\t\"culprit/rtlgen/ir\"\n\t\"culprit/testbench/netgen\"\n)\n")
	p.line("func num(s string) *big.Int {\n\tx, _ := new(big.Int).SetString(s, 16)\n\treturn x\n}\n")
	p.line("func main() {")
	for i, m := range c.Design.Modules {
		p.module(fmt.Sprintf("m%d", i), m)
	}
	p.line("\td := &ir.Design{Top: m%d, Modules: []*ir.Module{%s}}", len(c.Design.Modules)-1, p.list(len(c.Design.Modules), func(i int) string { return fmt.Sprintf("m%d", i) }))
	p.line("\tinputs := [][]*big.Int{")
	for _, row := range c.Inputs {
		p.line("\t\t{%s},", p.list(len(row), func(i int) string { return num(row[i]) }))
	}
	p.line("\t}")
	more := ""
	if c.NoChecks {
		more = ", NoChecks: true"
	}
	if len(c.Actions) > 0 {
		p.actions(c.Actions)
		more += ", Actions: actions"
	}
	p.line("\tdiff, err := netgen.CompareEngines(&netgen.Case{Seed: %d, Design: d, Inputs: inputs%s}, %q, %q, %d)", c.Seed, more, engine, reference, every)
	p.line("\tfmt.Println(diff, err)\n}")
	return p.b.String()
}

func (p *goPrinter) actions(list [][]Action) {
	p.line("\tactions := [][]netgen.Action{")
	for _, row := range list {
		p.line("\t\t{%s},", p.list(len(row), func(i int) string { return fmt.Sprintf("{netgen.%s, %d}", row[i].Kind, row[i].N) }))
	}
	p.line("\t}")
}

type goPrinter struct {
	b     strings.Builder
	names map[any]string
	nodes int
	mod   string
}

func (p *goPrinter) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *goPrinter) list(n int, f func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f(i)
	}
	return strings.Join(parts, ", ")
}

func num(x *big.Int) string { return fmt.Sprintf("num(%q)", x.Text(16)) }

// declare gives x a variable.
func (p *goPrinter) declare(x any, name, format string, args ...any) {
	p.names[x] = name
	p.line("\t%s := %s", name, fmt.Sprintf(format, args...))
}

func (p *goPrinter) signal(s *ir.Signal) string {
	reset := ""
	if s.Reset != nil {
		reset = ", Reset: " + num(s.Reset)
	}
	name := p.mod + "_" + s.Name
	kind := map[ir.SignalKind]string{ir.Input: "Input", ir.Output: "Output", ir.Reg: "Reg", ir.Wire: "Wire"}[s.Kind]
	if s.NoReset {
		reset += ", NoReset: true"
	}
	if s.Ghost {
		reset += ", Ghost: true"
	}
	p.declare(s, name, "&ir.Signal{Name: %q, Kind: ir.%s, Width: %d%s}", s.Name, kind, s.Width, reset)
	return name
}

func (p *goPrinter) module(name string, m *ir.Module) {
	p.mod = name
	p.names[m] = name
	constants := p.list(len(m.Constants), func(i int) string {
		k := m.Constants[i]
		p.declare(k, name+"_"+k.Name, "&ir.Constant{Name: %q, Width: %d, Value: %s}", k.Name, k.Width, num(k.Value))
		return p.names[k]
	})
	ports := p.list(len(m.Ports), func(i int) string { return p.signal(m.Ports[i]) })
	signals := p.list(len(m.Signals), func(i int) string { return p.signal(m.Signals[i]) })
	arrays := p.list(len(m.Arrays), func(i int) string {
		a := m.Arrays[i]
		p.declare(a, name+"_"+a.Name, "&ir.Array{Name: %q, Depth: %d, Width: %d, NoReset: %v, Reset: []*big.Int{%s}}", a.Name, a.Depth, a.Width, a.NoReset,
			p.list(len(a.Reset), func(k int) string { return num(a.Reset[k]) }))
		return p.names[a]
	})
	mems := p.list(len(m.Memories), func(i int) string { return p.memory(m.Memories[i]) })
	insts := p.list(len(m.Instances), func(i int) string {
		in := m.Instances[i]
		p.declare(in, name+"_"+in.Name, "&ir.Instance{Name: %q, Of: %s, Count: %d, Array: %v}", in.Name, p.names[in.Of], in.Count, in.Array)
		return p.names[in]
	})
	p.line("\t%s := &ir.Module{\n\t\tName: %q,\n\t\tConstants: []*ir.Constant{%s},\n\t\tPorts: []*ir.Signal{%s},\n\t\tSignals: []*ir.Signal{%s},\n\t\tArrays: []*ir.Array{%s},\n\t\tMemories: []*ir.Memory{%s},\n\t\tInstances: []*ir.Instance{%s},\n\t}",
		name, m.Name, constants, ports, signals, arrays, mems, insts)
	p.connect(m)
	p.part(m)
	p.line("\t%s.Body = []ir.Stmt{%s}", name, p.body(m.Body))
	for _, prop := range m.Properties {
		kind := map[ir.PropertyKind]string{ir.Assert: "Assert", ir.Assume: "Assume", ir.Cover: "Cover"}[prop.Kind]
		cond := p.node(prop.Cond)
		p.line("\t%s.Properties = append(%s.Properties, &ir.Property{Name: %q, Kind: ir.%s, Cond: %s})", name, name, prop.Name, kind, cond)
	}
}

func (p *goPrinter) memory(mem *ir.Memory) string {
	name := p.mod + "_" + mem.Name
	rdw := map[ir.ReadDuringWrite]string{ir.ReadOld: "Old", ir.ReadNew: "New", ir.ReadUndefined: "Undefined"}[mem.RDW]
	reads := p.list(len(mem.Reads), func(i int) string {
		r := mem.Reads[i]
		p.declare(r, p.mod+"_"+r.Name, "&ir.ReadPort{Name: %q, Sync: %v}", r.Name, r.Sync)
		return p.names[r]
	})
	p.declare(mem, name, "&ir.Memory{Name: %q, Depth: %d, Width: %d, RDW: ir.Read%s, Reads: []*ir.ReadPort{%s}}", mem.Name, mem.Depth, mem.Width, rdw, reads)
	if mem.Contents != nil {
		p.line("\t%s.Contents = []*big.Int{%s}", name, p.list(len(mem.Contents), func(i int) string { return num(mem.Contents[i]) }))
	}
	return name
}

// connect gives ports of memories and instances their values.
func (p *goPrinter) connect(m *ir.Module) {
	for _, mem := range m.Memories {
		for _, w := range mem.Writes {
			enable, addr, data := p.node(w.Enable), p.node(w.Addr), p.node(w.Data)
			p.line("\t%s.Writes = append(%s.Writes, &ir.WritePort{Enable: %s, Addr: %s, Data: %s})", p.names[mem], p.names[mem], enable, addr, data)
		}
		for _, r := range mem.Reads {
			p.line("\t%s.Addr = %s", p.names[r], p.node(r.Addr))
			if r.Enable != nil {
				p.line("\t%s.Enable = %s", p.names[r], p.node(r.Enable))
			}
		}
	}
	for _, in := range m.Instances {
		for _, c := range in.Conns {
			value := p.node(c.Value)
			p.line("\t%s.Conns = append(%s.Conns, ir.Conn{Port: %s, Value: %s, Broadcast: %v})", p.names[in], p.names[in], p.names[c.Port], value, c.Broadcast)
		}
	}
}

// body is the statements as expressions; what they need comes before.
func (p *goPrinter) body(list []ir.Stmt) string {
	return p.list(len(list), func(i int) string {
		switch s := list[i].(type) {
		case *ir.Assign:
			target := fmt.Sprintf("Sig: %s, Lo: %d", p.names[s.Sig], s.Lo)
			if s.Arr != nil {
				target = "Arr: " + p.names[s.Arr]
			}
			if s.Index != nil {
				target += ", Index: " + p.node(s.Index)
			}
			return fmt.Sprintf("&ir.Assign{%s, Value: %s}", target, p.node(s.Value))
		case *ir.If:
			return fmt.Sprintf("&ir.If{Cond: %s, Then: []ir.Stmt{%s}, Else: []ir.Stmt{%s}}", p.node(s.Cond), p.body(s.Then), p.body(s.Else))
		case *ir.Switch:
			subject := p.node(s.Subject)
			cases := p.list(len(s.Cases), func(k int) string {
				c := s.Cases[k]
				return fmt.Sprintf("{Values: []*big.Int{%s}, Labels: []*ir.Constant{%s}, Body: []ir.Stmt{%s}}",
					p.list(len(c.Values), func(v int) string { return num(c.Values[v]) }), p.list(len(c.Labels), func(v int) string { return p.named(c.Labels[v]) }), p.body(c.Body))
			})
			return fmt.Sprintf("&ir.Switch{Subject: %s, Cases: []ir.Case{%s}, Default: []ir.Stmt{%s}}", subject, cases, p.body(s.Default))
		case *ir.Loop:
			p.nodes++
			p.declare(s, fmt.Sprintf("loop%d", p.nodes), "&ir.Loop{Var: %q, N: %d}", s.Var, s.N)
			body := p.body(s.Body)
			p.line("\t%s.Body = []ir.Stmt{%s}", p.names[s], body)
			return p.names[s]
		}
		panic(fmt.Sprintf("BUG: statement %T", list[i]))
	})
}

// part is what a black box stands for.
func (p *goPrinter) part(m *ir.Module) {
	if m.Part == nil {
		return
	}
	p.line("\t%s.Part = &ir.Part{Name: %q, Clock: %q, Reset: %q}", p.mod, m.Part.Name, m.Part.Clock, m.Part.Reset)
	for _, c := range m.Part.Conns {
		p.line("\t%s.Part.Conns = append(%s.Part.Conns, ir.PartConn{Port: %q, Sig: %s})", p.mod, p.mod, c.Port, p.names[c.Sig])
	}
}

// named is the variable of a named constant.
func (p *goPrinter) named(k *ir.Constant) string {
	if k == nil {
		return "nil"
	}
	return p.names[k]
}

// node is the variable of a node.
func (p *goPrinter) node(n *ir.Node) string {
	if name, ok := p.names[n]; ok {
		return name
	}
	text := fmt.Sprintf("Op: %s, Width: %d", opName(n.Op), n.Width)
	if len(n.Args) > 0 {
		text += fmt.Sprintf(", Args: []*ir.Node{%s}", p.list(len(n.Args), func(i int) string { return p.node(n.Args[i]) }))
	}
	switch n.Op {
	case ir.OpConst:
		text += ", Const: " + num(n.Const)
		if n.Named != nil {
			text += ", Named: " + p.names[n.Named]
		}
	case ir.OpSignal:
		text += ", Sig: " + p.names[n.Sig]
	case ir.OpElem:
		text += ", Arr: " + p.names[n.Arr]
	case ir.OpMemRead:
		text += fmt.Sprintf(", Mem: %s, Read: %s", p.names[n.Mem], p.names[n.Read])
	case ir.OpInstOut:
		text += fmt.Sprintf(", Inst: %s, Port: %s", p.names[n.Inst], p.names[n.Port])
	case ir.OpLoopVar:
		text += ", Loop: " + p.names[n.Loop]
	case ir.OpSlice:
		text += fmt.Sprintf(", Lo: %d", n.Lo)
	case ir.OpTranspose:
		text += fmt.Sprintf(", Rows: %d", n.Rows)
	}
	p.nodes++
	p.declare(n, fmt.Sprintf("n%d", p.nodes), "&ir.Node{%s}", text)
	return p.names[n]
}

// opName is the Go name of an operation.
func opName(o ir.Op) string {
	if name, ok := opNames[o]; ok {
		return "ir." + name
	}
	panic("BUG: no Go name for the operation " + o.String())
}

var opNames = map[ir.Op]string{
	ir.OpConst: "OpConst", ir.OpSignal: "OpSignal", ir.OpElem: "OpElem", ir.OpMemRead: "OpMemRead", ir.OpInstOut: "OpInstOut",
	ir.OpLoopVar: "OpLoopVar", ir.OpNot: "OpNot", ir.OpAnd: "OpAnd", ir.OpOr: "OpOr", ir.OpXor: "OpXor", ir.OpAdd: "OpAdd",
	ir.OpSub: "OpSub", ir.OpMul: "OpMul", ir.OpEq: "OpEq", ir.OpNe: "OpNe", ir.OpLt: "OpLt", ir.OpLe: "OpLe", ir.OpGt: "OpGt",
	ir.OpGe: "OpGe", ir.OpSLt: "OpSLt", ir.OpSLe: "OpSLe", ir.OpSGt: "OpSGt", ir.OpSGe: "OpSGe", ir.OpShl: "OpShl",
	ir.OpShr: "OpShr", ir.OpSar: "OpSar", ir.OpRotL: "OpRotL", ir.OpRotR: "OpRotR", ir.OpConcat: "OpConcat",
	ir.OpSlice: "OpSlice", ir.OpLane: "OpLane", ir.OpReplicate: "OpReplicate", ir.OpZext: "OpZext", ir.OpSext: "OpSext",
	ir.OpRedAnd: "OpRedAnd", ir.OpRedOr: "OpRedOr", ir.OpRedXor: "OpRedXor", ir.OpMux: "OpMux", ir.OpOneHotMux: "OpOneHotMux",
	ir.OpPriority: "OpPriority", ir.OpLowestOne: "OpLowestOne", ir.OpDecode: "OpDecode", ir.OpPopCount: "OpPopCount",
	ir.OpTranspose: "OpTranspose",
}
