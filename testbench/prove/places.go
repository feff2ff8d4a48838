package prove

import (
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/aig"
)

// place is a memory of the netlist beside what was read for it. Any word of it, at an address that is an input, is the
// same in both; and what a read gives depends on its address only.
type place struct {
	n, y    *aig.Place
	at, now aig.Word
	reads   []aig.Read // of both sides and all variants, in the graph of the miter
}

// array is a register array of the netlist that was read as a memory.
type array struct {
	y    *aig.Place
	list []*aig.Register
}

// joinMemories gives the memories of both the same contents.
func (m *miter) joinMemories() {
	known := map[string]*place{}
	for _, p := range m.n.Cuts {
		x := &place{n: p, at: m.share("the address in "+p.Name, p.Addr), now: m.share("the word of "+p.Name, p.Now)}
		known[p.Name] = x
		m.places = append(m.places, x)
	}
	for _, p := range m.y.Cuts {
		x, ok := known[p.Name]
		if list := elements(m.n.Registers, p.Name); !ok && len(list) == p.Depth {
			m.arrays = append(m.arrays, array{p, list})
			continue
		}
		if !ok || x.n.Depth != p.Depth || len(x.now) != len(p.Now) {
			m.refuse("the Verilog has a memory %s of %d words, and the netlist has not", p.Name, p.Depth)
			return
		}
		m.contents(x.n, p)
		x.y = p
		m.read.SetWord(p.Addr, resized(x.at, len(p.Addr)))
		m.read.SetWord(p.Now, x.now)
	}
	m.readInVerilog()
}

// contents compares what a memory has at power-on.
func (m *miter) contents(n, y *aig.Place) {
	for i, x := range n.Contents {
		if y.Contents == nil || y.Contents[i].Cmp(x) != 0 {
			m.refuse("word %d of %s begins with another value in the Verilog than in the netlist", i, n.Name)
			return
		}
	}
}

// resized is a word with zeros above, or without what is above.
func resized(x aig.Word, w int) aig.Word {
	return append(slices.Clone(x[:min(w, len(x))]), make(aig.Word, max(0, w-len(x)))...)
}

// access is a read, and what becomes of it once its address is known.
type access struct {
	aig.Read
	do func(aig.Read)
}

// inOrder does reads in an order in which an address comes after the reads that it depends on.
func inOrder(list []access) {
	slices.SortFunc(list, func(a, b access) int { return a.Data[0].Node() - b.Data[0].Node() })
	for _, a := range list {
		a.do(a.Read)
	}
}

// readIn has the reads of a variant give words of their own.
func (m *miter) readIn(c *aig.Copier) {
	var list []access
	for _, p := range m.places {
		for _, r := range p.n.Reads {
			list = append(list, access{r, func(r aig.Read) { p.read(m.g, c, r) }})
		}
	}
	inOrder(list)
}

func (p *place) read(g *aig.Graph, c *aig.Copier, r aig.Read) {
	data := g.Word(len(r.Data))
	c.SetWord(r.Data, data)
	p.reads = append(p.reads, aig.Read{Addr: c.Word(r.Addr), Data: data})
}

// readInVerilog has the reads of what was read give words of their own, or elements of the netlist's arrays.
func (m *miter) readInVerilog() {
	var list []access
	for _, p := range m.places {
		if p.y != nil {
			for _, r := range p.y.Reads {
				list = append(list, access{r, func(r aig.Read) { p.read(m.g, m.read, r) }})
			}
		}
	}
	for _, a := range m.arrays {
		var now []aig.Word
		for _, r := range a.list {
			now = append(now, m.now(r))
		}
		for _, r := range a.y.Reads {
			list = append(list, access{r, func(r aig.Read) {
				m.read.SetWord(r.Data, m.g.Pick(now, m.read.Word(r.Addr), m.g.Word(len(r.Data))))
			}})
		}
	}
	inOrder(list)
}

// now is the present value of a register of the netlist.
func (m *miter) now(r *aig.Register) aig.Word {
	i := slices.IndexFunc(m.shared, func(s shared) bool { return s.n[0] == r.Now[0] })
	return m.shared[i].as
}

// given says that reads depend on their addresses only, and that the address of any word is one.
func (m *miter) given() aig.Lit {
	var all []aig.Lit
	for _, p := range m.places {
		if p.n.Depth < 1<<len(p.at) {
			all = append(all, m.g.Less(p.at, aig.Number(big.NewInt(int64(p.n.Depth)), len(p.at))))
		}
		for i, r := range p.reads {
			for _, other := range append(slices.Clone(p.reads[:i]), aig.Read{Addr: p.at, Data: p.now}) {
				all = append(all, m.g.Or(m.g.Equal(r.Addr, other.Addr).Not(), m.g.Equal(r.Data, other.Data)))
			}
		}
	}
	return m.g.All(all...)
}

// forget drops the last variant.
func (m *miter) forget() {
	m.variants = m.variants[:len(m.variants)-1]
	for _, p := range m.places {
		p.reads = p.reads[:len(p.reads)-len(p.n.Reads)]
	}
}

// writes compares what is written to any word of each memory.
func (m *miter) writes() {
	for _, p := range m.places {
		if p.y != nil {
			m.equal("what is written to "+p.n.Name, p.n.Next, p.y.Next)
		}
	}
	for _, a := range m.arrays {
		for k, r := range a.list {
			c := m.read.Again() // what was read, for that address
			c.SetWord(a.y.Addr, aig.Number(big.NewInt(int64(k)), len(a.y.Addr)))
			c.SetWord(a.y.Now, m.now(r))
			m.equalAs("the next "+r.Name, r.Next, c.Word(a.y.Next))
		}
	}
}
