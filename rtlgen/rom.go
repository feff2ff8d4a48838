package rtlgen

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// ROM is a memory with contents that nothing writes.
type ROM struct{ r Memory }

// ROM declares a table of len(contents) words of width bits, at least 2 words.
func (m *Module) ROM(name string, width int, contents []uint64) ROM {
	return m.ROMInit(name, len(contents), width, func(i int) Operand { return contents[i] })
}

// ROMInit declares a table of depth words of width bits; init gives each of them,
// as a Go integer or a *big.Int.
func (m *Module) ROMInit(name string, depth, width int, init func(i int) Operand) ROM {
	m.sealed("ROM " + name)
	mem := &ir.Memory{Name: name, Depth: depth, Width: width, Pos: here()}
	m.checkName(mem.Pos, "memory", name)
	if width < 1 || width > MaxWidth || depth < 2 || depth > MaxDepth {
		m.report(CodeSize, nil,
			"ROM %s has %s of %s: at least 2 words and 1 bit are needed (one word is a Constant), at most %d and %d", name,
			count(depth, "word"), bits(width), MaxDepth, MaxWidth)
		mem.Depth, mem.Width = 2, unsized
		depth = 0
	}
	mem.Contents = m.contents("ROM "+name, depth, width, init)
	m.ir.Memories = append(m.ir.Memories, mem)
	return ROM{Memory{m, mem}}
}

// contents are the words of a memory.
func (m *Module) contents(of string, depth, width int, init func(i int) Operand) []*big.Int {
	var words []*big.Int
	reported := len(m.diags)
	for i := range depth {
		word, ok := number(init(i))
		if !ok {
			m.report(CodeOperand, nil, "word %d of %s is a %T, not an integer", i, of, init(i))
			word = new(big.Int)
		} else if word.Sign() < 0 || word.BitLen() > width {
			m.report(CodeConst, nil, "word %d of %s, %s, does not fit %s", i, of, word, bits(width))
			word = new(big.Int)
		}
		words = append(words, word)
		if len(m.diags) > reported {
			init = func(int) Operand { return 0 } // one report is enough
		}
	}
	return words
}

// Read adds an asynchronous read port: the result is the word at addr in the same
// cycle. name is the name of the data signal. Beyond the last word the result is
// arbitrary.
func (r ROM) Read(name string, addr Signal) Value { return r.r.Read(name, addr) }

// ReadSync adds a synchronous read port: the result is a register that takes the
// word at addr at the clock edge when enable is 1. It starts arbitrary.
func (r ROM) ReadSync(name string, enable, addr Signal) Value {
	return r.r.ReadSync(name, enable, addr)
}
