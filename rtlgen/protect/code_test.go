package protect

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/eval"
)

// TestCheckBits: as many as a Hsiao code needs.
func TestCheckBits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ data, check int }{
		{1, 3}, {2, 4}, {4, 4}, {5, 5}, {11, 5}, {12, 6}, {26, 6}, {27, 7}, {32, 7}, {57, 7}, {58, 8}, {64, 8},
	} {
		assert.Equal(t, ECC.checkBits(c.data), c.check, "%d bits", c.data)
	}
}

// TestColumns: a code of minimum distance 4 whose decoder is balanced. Columns of odd weight differ, so
// that the sum of any three is not 0.
func TestColumns(t *testing.T) {
	t.Parallel()
	for n := 1; n <= widestECC; n++ {
		r, seen, load := ECC.checkBits(n), map[uint64]bool{}, make([]int, ECC.checkBits(n))
		columns := ECC.columns(n)
		assert.Equal(t, len(columns), n)
		for _, x := range columns {
			weight := bits.OnesCount64(x)
			assert.Assert(t, weight%2 == 1 && weight >= 3 && x < 1<<r && !seen[x], "%d bits: column %b", n, x)
			seen[x] = true
			for i := range load {
				load[i] += int(x >> i & 1)
			}
		}
		least, most := n, 0
		for _, k := range load {
			least, most = min(least, k), max(most, k)
		}
		assert.Assert(t, most-least <= 2, "%d bits: check bits of %d to %d bits", n, least, most)
	}
}

// TestLayout: lanes have code words of their own, and every bit of a word is in one.
func TestLayout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code                Code
		width, lane, stored int
	}{
		{ECC, 64, 64, 72}, {ECC, 65, 65, 76}, {ECC, 128, 128, 144}, {ECC, 32, 8, 4 * 13}, {ECC, 130, 130, 144 + 2 + 4},
		{Parity, 8, 8, 9}, {Parity, 9, 9, 11}, {Parity, 64, 64, 72}, {Parity, 24, 12, 2 * 14}, {Parity, 3, 1, 6},
	} {
		words, stored := c.code.layout(c.width, c.lane)
		assert.Equal(t, stored, c.stored, "%v of %d bits, lanes of %d", c.code, c.width, c.lane)
		data, at := 0, 0
		for _, w := range words {
			assert.Equal(t, w.Data, data)
			assert.Equal(t, w.At, at)
			assert.Equal(t, w.Data/c.lane, (w.Data+w.Bits-1)/c.lane, "a code word is in one lane")
			data, at = data+w.Bits, at+w.Bits+w.Check
		}
		assert.Equal(t, data, c.width)
		assert.Equal(t, at, stored)
	}
}

// TestParseCode: names, and the message.
func TestParseCode(t *testing.T) {
	t.Parallel()
	for i, name := range Codes() {
		c, err := ParseCode(name)
		assert.NilError(t, err)
		assert.Equal(t, c, Code(i))
		assert.Equal(t, c.String(), name)
	}
	_, err := ParseCode("hamming")
	assert.Error(t, err, `no protection of memories is called "hamming": choose none, parity, ecc`)
}

// codec is a memory of one word that the hardware writes and reads.
type codec struct {
	t   *testing.T
	v   *eval.Instance
	d   *ir.Design
	mem Memory
}

func newCodec(t *testing.T, code Code, width int) *codec {
	t.Helper()
	mem := &ir.Memory{Name: "ram", Depth: 2, Width: width, Style: ir.StyleDistributed}
	m := &ir.Module{Name: "one", Memories: []*ir.Memory{mem}}
	port := func(kind ir.SignalKind, name string, width int) *ir.Node {
		s := &ir.Signal{Name: name, Kind: kind, Width: width}
		m.Ports = append(m.Ports, s)
		return ir.Read(s)
	}
	addr := port(ir.Input, "addr", 1)
	mem.Writes = []*ir.WritePort{{Enable: port(ir.Input, "en", 1), Addr: addr, Data: port(ir.Input, "data", width)}}
	r := &ir.ReadPort{Name: "word", Addr: addr}
	mem.Reads = []*ir.ReadPort{r}
	q := port(ir.Output, "q", width)
	m.Body = []ir.Stmt{set(q.Sig, &ir.Node{Op: ir.OpMemRead, Width: width, Mem: mem, Read: r})}
	d := &ir.Design{Top: m, Modules: []*ir.Module{m}}
	list, err := Memories(d, code)
	assert.NilError(t, err)
	c := &codec{t: t, d: d, mem: list[0]}
	c.v = eval.New(m, func(string, int) *big.Int { return new(big.Int) })
	for _, p := range m.Inputs() {
		c.set(p.Name, new(big.Int))
	}
	return c
}

func (c *codec) set(port string, x *big.Int) { c.v.SetInput(c.d.Top.Port(port), x) }

func (c *codec) get(port string) *big.Int { return c.v.Signal(c.d.Top.Port(port)) }

// store writes data with the bits of flips wrong, and clears the bits of errors. It returns what the memory shows
// then, and the bits of errors after a read.
func (c *codec) store(data, flips *big.Int) (got *big.Int, corrected, failed bool) {
	one := big.NewInt(1)
	c.set(Inject, one)
	c.set(Mask, flips)
	c.v.Step()
	c.set(Inject, new(big.Int))
	c.set("en", one)
	c.set("data", data)
	c.v.Step()
	c.set("en", new(big.Int))
	c.set(Clear, one)
	c.set("addr", one) // the other word is right
	c.v.Step()
	c.set(Clear, new(big.Int))
	c.set("addr", new(big.Int))
	got = new(big.Int).Set(c.get("q"))
	c.v.Step()
	if c.d.Top.Port(Corrected) != nil {
		corrected = c.get(Corrected).Sign() != 0
	}
	return got, corrected, c.get(Failed).Sign() != 0
}

// TestEveryBit: at each width, each wrong bit of the stored word is corrected with ECC, and found with parity; each
// pair of wrong bits in a code word is found with ECC.
func TestEveryBit(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for width := 1; width <= 132; width++ {
		for _, code := range []Code{Parity, ECC} {
			c := newCodec(t, code, width)
			data := new(big.Int)
			for i := range width {
				data.SetBit(data, i, uint(r.IntN(2)))
			}
			got, corrected, failed := c.store(data, new(big.Int))
			assert.Assert(t, got.Cmp(data) == 0 && !corrected && !failed, "%v of %d bits: right word", code, width)
			for i := range c.mem.Stored {
				got, corrected, failed := c.store(data, new(big.Int).SetBit(new(big.Int), i, 1))
				right := got.Cmp(data) == 0
				if code == ECC {
					assert.Assert(t, right && corrected && !failed, "%v of %d bits: bit %d", code, width, i)
				} else {
					assert.Assert(t, failed, "%v of %d bits: bit %d", code, width, i)
				}
			}
			if code == ECC {
				c.pairs(r, data, width)
			}
		}
	}
}

// pairs tries two wrong bits: all pairs of small words, some of large ones (TestColumns says it of all).
func (c *codec) pairs(r *rand.Rand, data *big.Int, width int) {
	for i := range c.mem.Stored {
		for k := range i {
			if c.mem.Stored > 24 && r.IntN(c.mem.Stored*c.mem.Stored/80) > 0 {
				continue
			}
			flips := new(big.Int).SetBit(new(big.Int).SetBit(new(big.Int), i, 1), k, 1)
			got, corrected, failed := c.store(data, flips)
			if c.part(i) == c.part(k) {
				assert.Assert(c.t, failed && !corrected, "%d bits: bits %d and %d", width, i, k)
			} else {
				assert.Assert(c.t, !failed && corrected && got.Cmp(data) == 0, "%d bits: bits %d and %d", width, i, k)
			}
		}
	}
}

// part is the code word of a stored bit.
func (c *codec) part(bit int) int {
	for i, w := range c.mem.Parts {
		if bit < w.At+w.Bits+w.Check {
			return i
		}
	}
	return -1
}
