package ir

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Text is the netlist as text, in the notation that doc.go describes: complete
// up to source positions and documentation, the same for equal netlists. Parse
// reads it back.
func Text(d *Design) string { return TextWith(d, 0) }

// Detail is what the text of a netlist has besides the circuit.
type Detail uint8

// The details; they can be added.
const (
	Docs      Detail = 1 << iota // a line doc "..." below what has documentation
	Positions                    // @ file:line after declarations and statements
)

// TextWith is the netlist as text with these details.
func TextWith(d *Design, with Detail) string {
	p := &printer{with: with}
	for i, m := range d.Modules {
		if i > 0 {
			p.b.WriteByte('\n')
		}
		p.module(m)
	}
	return p.b.String()
}

// ModuleText is one module as text, without details.
func ModuleText(m *Module) string {
	p := &printer{}
	p.module(m)
	return p.b.String()
}

type printer struct {
	b     strings.Builder
	level int
	with  Detail
	*anchors
}

func (p *printer) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("  ", p.level))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

// at writes a line that has a position.
func (p *printer) at(pos Pos, format string, args ...any) {
	if p.with&Positions != 0 && pos.File != "" {
		format += " @ %s:%d"
		args = append(args, word(pos.File), pos.Line)
	}
	p.line(format, args...)
}

// doc writes documentation below the line that it belongs to.
func (p *printer) doc(text string) { p.detail("doc", text) }

func (p *printer) detail(what, text string) {
	if p.with&Docs != 0 && text != "" {
		p.level++
		p.line("%s %q", what, text)
		p.level--
	}
}

// word is a parameter's text: quoted where a reader could not tell its end.
func word(s string) string {
	if s == "" || strings.ContainsAny(s, " \t\r\n\"@#") || strconv.Quote(s) != `"`+s+`"` {
		return strconv.Quote(s)
	}
	return s
}

func (p *printer) module(m *Module) {
	p.anchors = anchorsOf(m)
	base := ""
	if m.Base != "" {
		base = " of " + m.Base
	}
	p.at(m.Pos, "module %s%s", m.Name, base)
	p.doc(m.Doc)
	p.level++
	for _, x := range m.Params {
		p.line("param %s = %s default %s", x.Name, word(x.Value), word(x.Default))
	}
	p.part(m.Part)
	p.constants(m)
	for _, s := range m.Ports {
		p.at(s.Pos, "%s %s %d%s%s", s.Kind, s.Name, s.Width, ofEnum(s.Enum), flag(s.IsClock, " clock"))
		p.doc(s.Doc)
		p.detail("group", s.Group)
		p.detail("member", s.Member.String())
	}
	for _, s := range m.Signals {
		reset := ""
		if s.Kind == Reg {
			reset = resetText(s)
		}
		p.at(s.Pos, "%s %s %d%s%s%s%s%s%s", s.Kind, s.Name, s.Width, ofEnum(s.Enum), reset,
			flag(s.VerificationOnly, " verification_only"), flag(s.Unused, " unused"),
			flag(s.Synchronizer, " synchronizer"), clockText(s.Clock))
		p.doc(s.Doc)
	}
	for _, a := range m.Arrays {
		p.at(a.Pos, "array %s %d x %d%s%s%s", a.Name, a.Depth, a.Width, runs(a),
			flag(a.VerificationOnly, " verification_only"), clockText(a.Clock))
		p.doc(a.Doc)
	}
	for _, mem := range m.Memories {
		p.memory(mem)
	}
	for _, in := range m.Instances {
		p.instance(in)
	}
	if p.with&Docs != 0 {
		for _, f := range m.Fields {
			p.line("field %s = %s", f.Name, p.expr(f.Bits))
			p.doc(f.Doc)
		}
	}
	p.body(m.Body)
	for _, x := range m.Properties {
		p.at(x.Pos, "%s %s %s%s", x.Kind, x.Name, p.expr(x.Cond), clockText(x.Clock))
		p.doc(x.Doc)
	}
	p.level--
	p.line("end")
}

func flag(on bool, s string) string {
	if on {
		return s
	}
	return ""
}

// clockText is the clause of a clock, empty for the implicit one.
func clockText(clock string) string { return flag(clock != "", " clock "+clock) }

// resetText is the clause of a register's reset value, empty without reset.
func resetText(s *Signal) string {
	if s.NoReset {
		if s.DataReset != nil {
			return " data " + s.DataReset.String()
		}
		return " noreset"
	}
	return " reset " + s.Reset.String()
}

// runs is the clause of an array's reset values.
func runs(a *Array) string {
	if a.NoReset {
		return " noreset"
	}
	return " reset " + list(a.Reset)
}

// list is values, equal neighbours as value*count.
func list(values []*big.Int) string {
	var parts []string
	for i := 0; i < len(values); {
		j := i
		for j < len(values) && values[j].Cmp(values[i]) == 0 {
			j++
		}
		part := values[i].String()
		if j-i > 1 {
			part += fmt.Sprintf("*%d", j-i)
		}
		parts = append(parts, part)
		i = j
	}
	return strings.Join(parts, ",")
}

func (p *printer) memory(mem *Memory) {
	if mem.ROM() {
		p.at(mem.Pos, "rom %s %d x %d = %s", mem.Name, mem.Depth, mem.Width, list(mem.Contents))
	} else {
		contents := ""
		if mem.Contents != nil {
			contents = " = " + list(mem.Contents)
		}
		p.at(mem.Pos, "memory %s %d x %d %s%s%s", mem.Name, mem.Depth, mem.Width, mem.RDW,
			flag(mem.Style != StyleAuto, " "+mem.Style.String()), contents)
	}
	p.doc(mem.Doc)
	p.level++
	for _, w := range mem.Writes {
		p.at(w.Pos, "write %s at %s data %s%s", p.expr(w.Enable), p.expr(w.Addr), p.expr(w.Data), clockText(w.Clock))
	}
	for _, r := range mem.Reads {
		if r.Sync {
			p.at(r.Pos, "read %s sync %s at %s%s%s", r.Name, p.expr(r.Enable), p.expr(r.Addr), whileWritten(r),
				clockText(r.Clock))
		} else {
			p.at(r.Pos, "read %s async at %s%s", r.Name, p.expr(r.Addr), clockText(r.Clock))
		}
	}
	p.level--
}

// whileWritten is what a read port says about its collisions with each write port.
func whileWritten(r *ReadPort) string {
	if r.RDW == nil {
		return ""
	}
	text := " while"
	for _, rdw := range r.RDW {
		text += " " + rdw.String()
	}
	return text
}

func (p *printer) instance(in *Instance) {
	if in.Array {
		p.at(in.Pos, "instance %s[%d] %s%s", in.Name, in.Count, in.Of.Name, clockText(in.Clock))
	} else {
		p.at(in.Pos, "instance %s %s%s", in.Name, in.Of.Name, clockText(in.Clock))
	}
	p.level++
	for _, c := range in.Conns {
		p.at(c.Pos, "%s <- %s%s", c.Port.Name, flag(c.Broadcast, "all "), p.expr(c.Value))
	}
	p.level--
}

func (p *printer) body(body []Stmt) {
	for _, s := range body {
		p.stmt(s)
	}
}

func (p *printer) block(body []Stmt) {
	p.level++
	p.body(body)
	p.level--
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		p.at(s.Pos, "%s = %s", p.target(s), p.expr(s.Value))
	case *If:
		p.ifStmt(s)
	case *Switch:
		p.at(s.Pos, "switch %s", p.expr(s.Subject))
		for _, k := range s.Cases {
			vs := make([]string, len(k.Values))
			for i, x := range k.Values {
				vs[i] = x.String()
				if c := k.Label(i); c != nil {
					vs[i] = c.Label()
				}
			}
			p.at(k.Pos, "case %s", strings.Join(vs, ","))
			p.block(k.Body)
		}
		if len(s.Default) > 0 {
			p.line("default")
			p.block(s.Default)
		}
	case *Loop:
		p.at(s.Pos, "for %s %d", s.Var, s.N)
		p.block(s.Body)
	}
}

// longChain is the number of ifs from which on those of an else-if chain stand below
// each other, not inside each other: so the text grows with the chain, not with the
// square of it.
const longChain = 64

func (p *printer) ifStmt(s *If) {
	long := chainLength(s) >= longChain
	p.at(s.Pos, "if %s", p.expr(s.Cond))
	for {
		p.block(s.Then)
		next := elseIf(s)
		if !long || next == nil {
			break
		}
		s = next
		p.at(s.Pos, "else if %s", p.expr(s.Cond))
	}
	if len(s.Else) > 0 {
		p.line("else")
		p.block(s.Else)
	}
}

// elseIf is the if that an else consists of, nil if there is none.
func elseIf(s *If) *If {
	if len(s.Else) != 1 {
		return nil
	}
	next, _ := s.Else[0].(*If)
	return next
}

// chainLength is the number of ifs in an else-if chain, at most longChain.
func chainLength(s *If) int {
	n := 0
	for ; s != nil && n < longChain; s = elseIf(s) {
		n++
	}
	return n
}

func (p *printer) target(a *Assign) string {
	switch {
	case a.Arr != nil:
		return fmt.Sprintf("%s[%s]", a.Arr.Name, p.expr(a.Index))
	case a.Index != nil:
		return fmt.Sprintf("%s{%s * %d}", a.Sig.Name, p.expr(a.Index), a.Value.Width)
	case a.Lo == 0 && a.Value.Width == a.Sig.Width:
		return a.Sig.Name
	}
	return fmt.Sprintf("%s[%d:%d]", a.Sig.Name, a.Lo+a.Value.Width-1, a.Lo)
}

// NodeText is one expression as text.
func NodeText(n *Node) string { return (&printer{}).expr(n) }

// expr prints an expression as nested calls; widths stand where the arguments
// do not give them.
func (p *printer) expr(n *Node) string {
	var b strings.Builder
	p.writeExpr(&b, n)
	return b.String()
}

func (p *printer) writeExpr(b *strings.Builder, n *Node) {
	if p.anchored(b, n) {
		return
	}
	switch n.Op {
	case OpConst:
		if n.Named != nil {
			b.WriteString(n.Named.Label())
		} else {
			fmt.Fprintf(b, "%d'%s", n.Width, n.Const)
		}
	case OpSignal:
		b.WriteString(n.Sig.Name)
	case OpElem:
		b.WriteString(n.Arr.Name + "[")
		p.writeExpr(b, n.Args[0])
		b.WriteByte(']')
	case OpMemRead:
		b.WriteString(n.Read.Name)
	case OpInstOut:
		b.WriteString(n.Inst.Name + "." + n.Port.Name)
	case OpLoopVar:
		b.WriteString(n.Loop.Var)
	case OpSlice:
		p.writeExpr(b, n.Args[0])
		fmt.Fprintf(b, "[%d:%d]", n.Lo+n.Width-1, n.Lo)
	default:
		p.writeCall(b, n)
	}
}

func (p *printer) writeCall(b *strings.Builder, n *Node) {
	b.WriteString(n.Op.String())
	switch n.Op.row().extra {
	case sized:
		b.WriteString(strconv.Itoa(n.Width))
	case rowed:
		b.WriteString(strconv.Itoa(n.Rows))
	}
	b.WriteByte('(')
	for i, a := range n.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		p.writeExpr(b, a)
	}
	b.WriteByte(')')
}
