package avx

import (
	"fmt"
	"strings"

	"culprit.example/culprit/cyclesim/internal/vector"
)

// String prints the program, an instruction a line, after the target; Read reads it. What is inside of
// guarded parts is indented. A constant stands before the first instruction that uses it.
//
//	target avx512 bytes 64 blocks 2 lanes 16
//	v0 = load @64 state 3
//	v1 = const 0x1 0x2                          what each block has
//	v2 = vpaddb v0 v1
//	v3 = vpblendmb v0 v2 where vpcmpub v0 v1 #1
//	w4 = wide join v2 v3                        v2 and, above it, v3
//	if v3
//	  wide store w4 @128 and @512
//	end
func (p *Program) String() string {
	w := &printer{p: p, names: map[Value]string{}}
	set := "avx2"
	if p.AVX512 {
		set = "avx512"
	}
	w.line("target %s bytes %d blocks %d lanes %d", set, p.Bytes, p.Blocks, p.lanes)
	for i := range p.Code {
		w.instr(&p.Code[i])
	}
	return w.out.String()
}

// printer numbers the values in the order in which they come.
type printer struct {
	p     *Program
	names map[Value]string
	out   strings.Builder
	depth int
}

func (w *printer) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("  ", max(w.depth, 0)))
	fmt.Fprintf(&w.out, format+"\n", args...)
}

func (w *printer) name(v Value) string {
	name, ok := w.names[v]
	if !ok {
		name = fmt.Sprintf("v%d", len(w.names))
		if v >= 0 && int(v) < len(w.p.Wide) && w.p.Wide[v] {
			name = "w" + name[1:]
		}
		w.names[v] = name
	}
	return name
}

func (w *printer) constants(in *Instr) {
	for _, v := range in.Args {
		k, ok := w.p.Constants[v]
		if _, known := w.names[v]; !ok || known {
			continue
		}
		text, words := " = const", k.Words[:2]
		switch {
		case k.Every:
			text, words = " = wide const whole", k.Words[:]
		case k.Wide:
			text, words = " = wide const", k.Words[:4]
		}
		for _, x := range words {
			text += fmt.Sprintf(" %#x", x)
		}
		w.line("%s%s", w.name(v), text)
	}
}

func (w *printer) instr(in *Instr) {
	w.constants(in)
	if in.Kind == vector.End {
		w.depth--
	}
	text := w.text(in)
	if in.Dst != None {
		text = w.name(in.Dst) + " = " + text
	}
	w.line("%s", text)
	if in.Kind == vector.If {
		w.depth++
	}
}

// pairNames are the steps of pairs.
var pairNames = [...]string{UpperHalf: "upper_half", Join: "join", Twice: "twice"}

func (w *printer) text(in *Instr) string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	if in.Wide {
		add("wide ")
	}
	switch {
	case in.Kind == vector.Serial:
		add("%s", in.Serial)
	case in.Kind != vector.Apply:
		add("%s", in.Kind)
	case in.Pair != NoPair && in.Pair != Extend:
		add("%s", pairNames[in.Pair])
	default:
		add("%s", in.Op)
	}
	compared := min(2*len(in.Conds), len(in.Args))
	args := in.Args[compared:]
	if in.Access == nil {
		w.refs(&b, args)
	}
	switch {
	case in.Pair == Twice && in.Imm == UpperTwice:
		add(" upper")
	case in.Pair == Twice:
		add(" lower")
	case in.HasImm:
		add(" #%#x", in.Imm)
	}
	switch in.Kind {
	case vector.Arbitrary:
		add(" #%d:%d", in.K, in.Size)
	case vector.Load, vector.Store:
		add(" @%d", in.K)
		if in.Apart {
			add(" and @%d", in.Above)
		}
		if in.Half {
			add(" half")
		}
		add("%s", vector.StateText(in.State))
	case vector.Part:
		w.refs(&b, args)
		add(" #%d", in.K)
	case vector.Call, vector.Check, vector.Cover:
		add(" #%d", in.K)
	case vector.Gather, vector.Scatter:
		w.access(&b, in.Access, args)
	}
	for i, c := range in.Conds {
		add(" where %s", c.Op)
		w.refs(&b, in.Args[2*i:2*i+2])
		add(" #%d", c.Predicate)
	}
	if in.Zeroing {
		add(" zeroing")
	}
	return b.String()
}

func (w *printer) refs(b *strings.Builder, list []Value) {
	for _, v := range list {
		b.WriteString(" " + w.name(v))
	}
}

func (w *printer) access(b *strings.Builder, a *Access, args []Value) {
	fmt.Fprintf(b, " @%d:%d%s at", a.At, a.Size, vector.StateText(a.State))
	w.refs(b, args[:a.Indices])
	fmt.Fprintf(b, " bytes %d scale %d shifted %d", a.Bytes, a.Scale, a.Shifted)
	if a.Values > 0 {
		b.WriteString(" value")
		w.refs(b, args[a.Indices:a.Indices+a.Values])
	}
	if masks := args[a.Indices+a.Values:]; len(masks) > 0 {
		b.WriteString(" where")
		w.refs(b, masks)
	}
}
