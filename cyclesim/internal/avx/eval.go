package avx

import (
	"bytes"
	"encoding/binary"
	"slices"

	"culprit.example/culprit/cyclesim/internal/vector"
)

// Run runs a program without calls, checks and access by index on the frame of a group, as the meaning of each
// instruction says.
func (p *Program) Run(frame []byte) {
	m := &machine{Program: p, frame: frame, values: make([][]byte, len(p.Wide))}
	for v, wide := range p.Wide {
		m.values[v] = make([]byte, m.bytes(wide)) // what a part that is skipped makes is 0
	}
	for v, k := range p.Constants {
		m.values[v] = p.bytesOf(k)
	}
	for i := 0; i < len(p.Code); i++ {
		if in := &p.Code[i]; in.Kind == vector.If && !m.any(in) {
			i = p.Ends[i]
		} else {
			m.run(in)
		}
	}
}

// machine is a run of a program.
type machine struct {
	*Program
	frame  []byte
	values [][]byte
}

// bytes is the size of a vector, or of one of twice the size.
func (p *Program) bytes(wide bool) int {
	if wide {
		return 2 * p.VectorBytes()
	}
	return p.VectorBytes()
}

// bytesOf is a constant as vectors have it.
func (p *Program) bytesOf(k Constant) []byte {
	var words []byte
	for _, word := range k.Words {
		words = binary.LittleEndian.AppendUint64(words, word)
	}
	if k.Every {
		return words
	}
	data := bytes.Repeat(words[:16], p.Blocks)
	if k.Wide {
		data = append(data, bytes.Repeat(words[16:32], p.Blocks)...)
	}
	return data
}

// operands are the values of an instruction, less those that its conditions compare, and in which elements
// these hold: a bit for each.
func (m *machine) operands(in *Instr) (x [][]byte, holds uint64) {
	holds = ^uint64(0)
	for _, v := range in.Args {
		value := m.values[v]
		if !in.Wide && in.Pair == NoPair {
			value = value[:m.VectorBytes()] // the lower half of a pair is a vector by itself
		}
		x = append(x, value)
	}
	for _, c := range in.Conds {
		holds &= compare(c, x[0], x[1])
		x = x[2:]
	}
	return x, holds
}

// any reports whether a guarded part counts.
func (m *machine) any(in *Instr) bool {
	x, holds := m.operands(in)
	if len(in.Conds) > 0 {
		return holds != 0
	}
	return slices.ContainsFunc(x[0], func(b byte) bool { return b != 0 })
}

func (m *machine) run(in *Instr) {
	x, holds := m.operands(in)
	switch in.Kind {
	case vector.Apply:
		m.values[in.Dst] = m.apply(in, x, holds)
	case vector.Serial:
		m.values[in.Dst] = eachBlock(x, func(b [3]vector.Block) vector.Block {
			return vector.Eval(in.Serial, b[0], b[1], b[2], 0)
		})
	case vector.Load:
		n := m.bytes(in.Wide)
		if in.Half {
			n = 8
		}
		v := make([]byte, m.bytes(in.Wide))
		copy(v, m.frame[m.Place(in.K):][:n])
		m.values[in.Dst] = v
	case vector.Store:
		m.store(in, x, holds)
	case vector.If, vector.End:
	default:
		panic("BUG: only instructions, loads and stores can be run by themselves")
	}
}

// store writes what its mask, or its condition, says.
func (m *machine) store(in *Instr, x [][]byte, holds uint64) {
	value, size := x[0], 1
	if len(in.Conds) > 0 {
		size = in.Conds[0].bytes()
	}
	n := len(value)
	if in.Half {
		n = 8
	}
	for b := range n {
		at := int(m.Place(in.K)) + b
		if half := m.VectorBytes(); in.Apart && b >= half {
			at = int(m.Place(in.Above)) + b - half
		}
		if holds>>(b/size)&1 == 1 && (len(x) < 2 || x[1][b] != 0) {
			m.frame[at] = value[b]
		}
	}
}
