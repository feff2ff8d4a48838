package word

import (
	"fmt"
	"math"
	"strings"
)

// String prints the program, an instruction a line; Read reads it. What is inside of
// guarded parts is indented.
//
//	v0 = load @8:4                    4 bytes at 8 of the frame
//	v1 = load @64:1 at v0 may 0x3f state 2
//	v2 = const 0x7
//	v3 = and v1 v2
//	if v3
//	  store @12:4 v3
//	end
//	store @16:8 v0 where v3 state 1
func (p *Program) String() string {
	var b strings.Builder
	depth := 0
	for i := range p.Code {
		in := &p.Code[i]
		if in.Op == End {
			depth--
		}
		b.WriteString(strings.Repeat("  ", max(depth, 0)))
		b.WriteString(p.Text(i) + "\n")
		if in.Op == If {
			depth++
		}
	}
	return b.String()
}

// Text is an instruction as a line.
func (p *Program) Text(i int) string {
	in := &p.Code[i]
	if in.Op.Effect() {
		return p.text(in)
	}
	return fmt.Sprintf("v%d = %s", i, p.text(in))
}

func (p *Program) text(in *Instr) string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, " "+format, args...) }
	b.WriteString(in.Op.String())
	switch in.Op {
	case Const:
		add("%#x", in.K)
	case Arbitrary:
		add("#%d", in.K)
	case Load:
		add("@%d:%d", in.K, in.Size)
		addRef(add, "at ", in.A)
		if in.May != wholeOf(in.Size) {
			add("may %#x", in.May)
		}
		addState(add, in.State)
	case Lookup:
		addRef(add, "", in.A)
		if in.K < uint64(len(p.Tables)) {
			add("size %d of %s", in.Size, p.Tables[in.K])
		}
	case Store:
		add("@%d:%d", in.K, in.Size)
		addRef(add, "", in.B)
		addRef(add, "at ", in.A)
		addRef(add, "where ", in.C)
		addSpread(add, in.Spread)
		addState(add, in.State)
		if in.Wire {
			add("wire")
		}
	case Copy:
		add("@%d:%d from %d", in.K, in.Size, in.From)
		addSpread(add, in.Spread)
	case Permute:
		add("@%d:%d", in.K, in.Size)
		addSpread(add, in.Spread)
		if in.From < uint64(len(p.Sources)) {
			add("from")
			for _, at := range p.Sources[in.From] {
				if at == NoSource {
					add("0")
				} else {
					add("@%d", at)
				}
			}
		}
	case Call:
		if in.K < uint64(len(p.Calls)) {
			c := &p.Calls[in.K]
			add("%s first %d count %d size %d lanes %d", c.Kernel.Name(), c.First, c.Count, c.Size, c.Lanes)
			if c.Lanes > 1 && c.Used != FirstLanes(c.Lanes) {
				add("used %d", c.Used)
			}
		}
	case Check, Cover:
		addRef(add, "", in.A)
		if in.K < uint64(len(p.Checks)) {
			c := &p.Checks[in.K]
			if c.Open {
				add("open")
				break
			}
			add("count %d id %d index %d", c.Count, c.ID, c.Index)
		}
	default:
		in.Args(func(r Ref) { addRef(add, "", r) })
	}
	return b.String()
}

func addRef(add func(string, ...any), what string, r Ref) {
	if r != None {
		add("%sv%d", what, r)
	}
}

func addState(add func(string, ...any), s State) {
	switch s {
	case 0:
	case Foreign:
		add("foreign")
	default:
		add("state %d", s)
	}
}

func addSpread(add func(string, ...any), n uint8) {
	if n != 0 {
		add("spread %d", n)
	}
}

// wholeOf has all bits of the given number of bytes.
func wholeOf(size uint8) uint64 {
	if size < 1 || size > 8 {
		return 0
	}
	return math.MaxUint64 >> (64 - 8*size)
}
