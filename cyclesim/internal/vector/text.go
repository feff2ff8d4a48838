package vector

import (
	"fmt"
	"slices"
	"strings"
)

var kindNames = [numKinds]string{
	"unused", "const", "apply", "shift", "arbitrary", "serial", "load", "gather", "part",
	"store", "scatter", "call", "check", "cover", "if", "end",
}

// String is the name of a kind.
func (k Kind) String() string { return kindNames[k] }

// KindNamed is the kind of that name.
func KindNamed(name string) (Kind, bool) {
	i := slices.Index(kindNames[:], name)
	return Kind(max(i, 0)), i > 0
}

// String prints the program, an instruction a line; Read reads it. What is inside of guarded parts
// is indented.
func (c *Code) String() string {
	var b strings.Builder
	depth := 0
	for i := range c.Instrs[1:] {
		r := Ref(i + 1)
		in := &c.Instrs[r]
		if in.Kind == End {
			depth--
		}
		b.WriteString(strings.Repeat("  ", max(depth, 0)))
		b.WriteString(c.Text(r) + "\n")
		if in.Kind == If {
			depth++
		}
	}
	return b.String()
}

// Text is an instruction as a line.
func (c *Code) Text(r Ref) string {
	in := &c.Instrs[r]
	if in.Kind.Effect() {
		return c.text(in)
	}
	return fmt.Sprintf("v%d = %s", r, c.text(in))
}

func (c *Code) text(in *Instr) string {
	var b strings.Builder
	switch in.Kind {
	case Apply, Shift, Serial:
		b.WriteString(in.Op.String())
	default:
		b.WriteString(kindNames[in.Kind])
	}
	for _, r := range [3]Ref{in.A, in.B, in.C} {
		if r != None {
			fmt.Fprintf(&b, " v%d", r)
		}
	}
	switch in.Kind {
	case Const:
		fmt.Fprintf(&b, " %#x %#x", in.Lo, in.Hi)
	case Shift:
		fmt.Fprintf(&b, " by %d", in.K)
	case Arbitrary:
		fmt.Fprintf(&b, " #%d:%d", in.K, in.Size)
	case Load, Store:
		fmt.Fprintf(&b, " @%d", in.K)
		if in.Half {
			b.WriteString(" half")
		}
		b.WriteString(StateText(in.State))
	case Part, Call, Check, Cover:
		fmt.Fprintf(&b, " #%d", in.K)
	case Gather:
		b.WriteString(c.Gathers[in.K].text())
	case Scatter:
		b.WriteString(c.Scatters[in.K].text())
	}
	return b.String()
}

// StateText names what an instruction accesses of the state, with a blank before it; ReadState reads it.
func StateText(state int32) string {
	switch state {
	case 0:
		return ""
	case Foreign:
		return " foreign"
	}
	return fmt.Sprintf(" state %d", state)
}

// text is such as " @64:1 at v5 bytes 2 bits 9 scale 16 value v7 where v9".
func (a *Access) text() string {
	var b strings.Builder
	list := func(refs []Ref) {
		for _, r := range refs {
			fmt.Fprintf(&b, " v%d", r)
		}
	}
	fmt.Fprintf(&b, " @%d:%d%s at", a.At, a.Size, StateText(a.State))
	list(a.Index)
	fmt.Fprintf(&b, " bytes %d bits %d scale %d", a.Bytes, a.Bits, a.Scale)
	if a.Value != nil {
		b.WriteString(" value")
		list(a.Value)
	}
	if a.Where != nil {
		b.WriteString(" where")
		list(a.Where)
	}
	return b.String()
}
