package verilog

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// romRead writes a read port of a ROM: a call of the function that has the
// contents.
func (p *printer) romRead(m *ir.Memory, r *ir.ReadPort) {
	word := call(p.rom(m), p.expr(r.Addr, plain))
	if !r.Sync {
		head := "assign " + r.Name + " = "
		p.line(1, "%s%s;", head, word.layout(4+len(head), 1))
		return
	}
	p.readBlock(m, r, word)
}

// rom writes the ROM as a function with a case per word: constants that every
// tool accepts, without a memory file. The most frequent word is the default if
// it occurs more than once.
func (p *printer) rom(m *ir.Memory) string {
	if f := p.funcs.byKey["rom "+m.Name]; f != nil {
		return f.name
	}
	address := p.local("address")
	f := &function{key: "rom " + m.Name, name: m.Name, width: m.Width, args: []string{arg(ir.IndexBits(m.Depth), address)},
		doc: fmt.Sprintf("The contents of %s, %d words.", m.Name, m.Depth)}
	other, often := mostFrequent(m.Contents)
	f.body = append(f.body, fmt.Sprintf("case (%s)", address))
	for i, word := range m.Contents {
		if !often || word.Cmp(other) != 0 {
			f.body = append(f.body, fmt.Sprintf("    %s: @ = %s;", constant(big.NewInt(int64(i)), ir.IndexBits(m.Depth)),
				constant(word, m.Width)))
		}
	}
	if full := m.Depth == 1<<ir.IndexBits(m.Depth); often || !full {
		f.body = append(f.body, fmt.Sprintf("    default: @ = %s;", constant(other, m.Width)))
	}
	f.body = append(f.body, "endcase")
	p.funcs.add(f)
	return f.name
}

// mostFrequent is the word that occurs most often, the first of several; often
// reports whether it occurs more than once.
func mostFrequent(words []*big.Int) (word *big.Int, often bool) {
	count := map[string]int{}
	best := 0
	for _, w := range words {
		count[w.String()]++
	}
	for _, w := range words {
		if n := count[w.String()]; n > best {
			word, best = w, n
		}
	}
	return word, best > 1
}

// contents writes what a RAM holds at power-on: an initial block, from which FPGAs load their memories.
// Equal words that follow each other are a loop.
func (p *printer) contents(m *ir.Memory) {
	type run struct{ from, to int }
	var runs []run
	loop := false
	for i, word := range m.Contents {
		if n := len(runs); n > 0 && m.Contents[i-1].Cmp(word) == 0 {
			runs[n-1].to++
			loop = loop || runs[n-1].to-runs[n-1].from > shortRun
			continue
		}
		runs = append(runs, run{i, i + 1})
	}
	p.blank()
	p.line(1, "initial begin : %s", p.names.claim(m.Name+"_contents"))
	index := "i"
	if loop {
		index = p.local(index)
		p.line(2, "integer %s;", index)
	}
	for _, r := range runs {
		word := constant(m.Contents[r.from], m.Width)
		if r.to-r.from > shortRun {
			p.line(2, "for (%s = %d; %s < %d; %s = %s + 1)", index, r.from, index, r.to, index, index)
			p.line(3, "%s[%s] = %s;", m.Name, index, word)
			continue
		}
		for i := r.from; i < r.to; i++ {
			p.line(2, "%s[%d] = %s;", m.Name, i, word)
		}
	}
	p.line(1, "end")
}

// shortRun is the number of equal words that are written one by one.
const shortRun = 3
