package protect_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/eval"
	"culprit.example/culprit/rtlgen/protect"
)

// pair has two memories of its own kind in an array, one of the top, a ROM and registers.
const pair = `module store
  input we 1
  input at 2
  input data 4
  output q 4
  memory ram 4 x 4 old distributed
    write we at at data data
    read word async at at
  q = word
end
module pair
  input we 2
  input at 2
  input data 4
  output q 8
  output r 8
  output s 4
  output k 8
  memory ram 4 x 8 old block
    write we[0:0] at at data concat(data, data)
    read taken sync we[1:1] at at
  memory few 4 x 8 old registers
    write we[0:0] at at data concat(data, data)
    read kept async at at
  rom table 4 x 8 = 1,2,3,4
    read fixed async at at
  instance u[2] store
    we <- we
    at <- all at
    data <- all data
  instance v store
    we <- we[0:0]
    at <- at
    data <- data
  q = u.q
  s = v.q
  r = taken
  k = xor(kept, fixed)
end
`

func parse(t *testing.T, text string) *ir.Design {
	t.Helper()
	d, err := ir.Parse("test", text)
	assert.NilError(t, err)
	return d
}

// machine is a protected design that runs; all inputs begin with 0, and words that the netlist leaves open are all
// ones.
type machine struct {
	d *ir.Design
	v *eval.Instance
}

func newMachine(t *testing.T, text string, code protect.Code) (*machine, []protect.Memory) {
	t.Helper()
	d := parse(t, text)
	list, err := protect.Memories(d, code)
	assert.NilError(t, err)
	return machineOf(d), list
}

func machineOf(d *ir.Design) *machine {
	m := &machine{d, eval.New(d.Top, func(_ string, width int) *big.Int { return ir.Ones(width) })}
	m.v.Opening(func(_ *ir.Module, _ string, _ *ir.Node, width int) *big.Int { return ir.Ones(width) })
	for _, p := range d.Top.Inputs() {
		m.set(p.Name, 0)
	}
	return m
}

func (m *machine) set(port string, x int64)  { m.v.SetInput(m.d.Top.Port(port), big.NewInt(x)) }
func (m *machine) get(port string) (x int64) { return m.v.Signal(m.d.Top.Port(port)).Int64() }

// step drives some inputs for a cycle, in which all others are 0.
func (m *machine) step(inputs map[string]int64) {
	for _, p := range m.d.Top.Inputs() {
		m.set(p.Name, inputs[p.Name])
	}
	m.v.Step()
	for _, p := range m.d.Top.Inputs() {
		m.set(p.Name, 0)
	}
}

// TestHierarchy: the list has a bit for each RAM, and an error that is injected there is seen at that bit alone.
func TestHierarchy(t *testing.T) {
	t.Parallel()
	_, list := newMachine(t, pair, protect.ECC)
	var paths []string
	for i, x := range list {
		assert.Equal(t, x.Bit, i)
		paths = append(paths, x.Path)
	}
	assert.DeepEqual(t, paths, []string{"ram", "u_0.ram", "u_1.ram", "v.ram"})
	assert.Equal(t, list[0].Stored, 13)
	assert.Equal(t, list[1].Stored, 8)
	m, _ := newMachine(t, pair, protect.ECC)
	assert.Assert(t, slices.Contains(m.d.Top.Names(), "taken"), "the corrected word has the name that the word had")
	type in = map[string]int64
	for bit := range list {
		for mask, wants := range map[int64][2]int64{0: {0, 0}, 4: {1, 0}, 1 << 7: {1, 0}, 6: {0, 1}} {
			m, _ := newMachine(t, pair, protect.ECC)
			m.step(in{protect.Inject: 1 << bit, protect.Mask: mask})
			m.step(in{protect.Mask: mask}) // no write yet
			m.step(in{protect.Mask: mask, "we": 3, "at": 0, "data": 9})
			m.step(in{protect.Mask: mask, "we": 3, "at": 2, "data": 5}) // the injection was for one write
			m.step(in{"we": 2, "at": 0, "data": 9})                     // the block RAM reads
			m.step(in{protect.Mask: 255})
			assert.Equal(t, m.get(protect.Corrected), wants[0]<<bit, "memory %d, mask %b", bit, mask)
			assert.Equal(t, m.get(protect.Failed), wants[1]<<bit, "memory %d, mask %b", bit, mask)
			if wants[1] == 0 {
				assert.Equal(t, m.get("q"), int64(0x99))
				assert.Equal(t, m.get("r"), int64(0x99))
			}
			m.step(in{"at": 1})
			m.step(in{"we": 2, "at": 1}) // the block RAM shows another word
			m.step(in{protect.Clear: 1, "at": 1})
			assert.Equal(t, m.get(protect.Corrected)|m.get(protect.Failed), int64(0), "memory %d, mask %b", bit, mask)
			m.step(in{"we": 2, "at": 2})
			m.step(in{"at": 2})
			errors := m.get(protect.Corrected) | m.get(protect.Failed)
			assert.Equal(t, errors, int64(0), "memory %d, mask %b: second write", bit, mask)
		}
	}
}

// TestClearLoses: an error in the cycle of the clear stays.
func TestClearLoses(t *testing.T) {
	t.Parallel()
	m, _ := newMachine(t, pair, protect.Parity)
	m.step(map[string]int64{protect.Inject: 2, protect.Mask: 1})
	m.step(map[string]int64{protect.Mask: 1, "we": 3})
	m.step(map[string]int64{protect.Clear: 1})
	assert.Equal(t, m.get(protect.Failed), int64(2))
	m.step(map[string]int64{protect.Clear: 1, "at": 1})
	assert.Equal(t, m.get(protect.Failed), int64(0))
}

// reads has ports whose words are none at times: after reset, beyond the end, and after collisions.
const reads = `module reads
  input we 1
  input wa 2
  input re 1
  input ra 2
  output a 3
  output b 3
  output c 3
  memory ram 3 x 3 old block
    write we at wa data 3'5
    read open sync re at ra while undefined
    read keep sync re at ra while keep
  memory lut 3 x 3 old distributed
    write we at wa data 3'5
    read plain async at ra
  a = open
  b = keep
  c = plain
end
`

// TestWordsThatAreNone: what a port shows that is no word of the memory is no error; a word that was never
// written is none either.
func TestWordsThatAreNone(t *testing.T) {
	t.Parallel()
	type in = map[string]int64
	for _, code := range []protect.Code{protect.Parity, protect.ECC} {
		for name, steps := range map[string][]in{
			"after reset":   {{}, {}},
			"never written": {{"re": 1, "ra": 2}, {}, {"ra": 1}},
			"beyond":        {{"re": 1, "ra": 3}, {}, {"ra": 3}},
			"collision":     {{"we": 1, "wa": 1, "re": 1, "ra": 1}, {}, {}},
		} {
			m, _ := newMachine(t, reads, code)
			for _, s := range steps {
				m.step(s)
			}
			assert.Equal(t, m.get(protect.Failed), int64(0), "%v, %s", code, name)
		}
		m, _ := newMachine(t, reads, code)
		m.step(in{protect.Inject: 1, protect.Mask: 3 << 3})
		m.step(in{"we": 1, "wa": 1, protect.Mask: 3 << 3})
		m.step(in{"re": 1, "ra": 1})
		m.step(in{})
		if code == protect.ECC {
			assert.Equal(t, m.get(protect.Failed), int64(1), "the read after that is one")
		}
	}
}

// TestMarks: a packet with a word that no code corrects is marked from that word on, the next one is not; a value may
// be marked for several words, and what it was before is marked for its own.
func TestMarks(t *testing.T) {
	t.Parallel()
	b := rtlgen.NewModule("marks")
	ram := b.Memory("ram", 4, 4, rtlgen.ReadOld).Style(rtlgen.Block)
	we, wa, first := b.Input("we", 1), b.Input("wa", 2), b.Input("first", 1)
	ram.Write(we, wa, b.Const(4, 5))
	word := ram.ReadSync("word", b.Input("re", 1), b.Input("ra", 2))
	b.Output("q", word)
	once := b.Memory("once", 4, 4, rtlgen.ReadOld).Style(rtlgen.Distributed)
	once.Write(we, wa, b.Const(4, 5))
	other := once.Read("other", wa)
	b.Output("p", other)
	starts := b.Next("starts", first, 0)            // nothing but a property and a mark reads it
	b.Output("clocked", b.Next("clocked_q", we, 0)) // an assertion needs a clock
	b.Assert("starts_at_once", starts.Or(starts.Not()))
	b.Output("late", we.And(0).OrFailedSince(word, starts))
	bad := we.And(0).OrFailedSince(word, first)
	b.Output("bad", bad)
	b.Output("any", bad.OrFailed(other))
	b.Output("now", first.And(we).OrFailed(word))
	_ = first.OrFailedSince(other, we) // read by nobody
	d, err := rtlgen.Elaborate(b)
	assert.NilError(t, err)
	list, err := protect.Memories(d, protect.ECC)
	assert.NilError(t, err)
	assert.Equal(t, list[0].Path, "ram")
	for _, s := range d.Top.Signals {
		assert.Assert(t, !strings.HasPrefix(s.Name, "other_failed_"), "%s marks what nobody reads", s.Name)
	}
	m := machineOf(d)
	type in = map[string]int64
	m.step(in{protect.Inject: 3, protect.Mask: 5})
	m.step(in{"we": 1, "wa": 1, protect.Mask: 5}) // word 1 of both
	for i, c := range []struct {
		in            in
		bad, any, now int64
	}{
		{in{"re": 1, "ra": 0, "first": 1}, 0, 0, 0},
		{in{"re": 1, "ra": 1}, 1, 1, 1},
		{in{}, 1, 1, 1}, // it is shown still
		{in{"re": 1, "ra": 2}, 1, 1, 0},
		{in{"re": 1, "ra": 3, "first": 1}, 0, 0, 0},
		{in{"re": 1, "ra": 1, "first": 1}, 1, 1, 1},
		{in{"re": 1, "ra": 0, "first": 1}, 0, 0, 0},
	} {
		m.step(c.in)
		assert.Equal(t, m.get("bad"), c.bad, "step %d", i)
		assert.Equal(t, m.get("any"), c.any, "step %d", i)
		assert.Equal(t, m.get("now"), c.now, "step %d", i)
		m.set("wa", 1)
		assert.Equal(t, m.get("any"), int64(1), "step %d", i)
		assert.Equal(t, m.get("bad"), c.bad, "step %d", i)
	}
}

// TestStyles: a memory stays what it was made of, though its words become wider.
func TestStyles(t *testing.T) {
	t.Parallel()
	const text = `module m
  input a 6
  output q 31
  memory ram 33 x 31 old
    write a[0:0] at a data 31'1
    read word sync a[0:0] at a
  q = word
end
`
	before := parse(t, text).Top.Memories[0].Technology()
	m, list := newMachine(t, text, protect.ECC)
	assert.Equal(t, list[0].Stored, 38)
	assert.Equal(t, m.d.Top.Memories[0].Technology(), before)
	assert.Equal(t, before, ir.StyleDistributed)
}

// TestBlackBox: the model of a black box keeps its ports, and its memories their codes.
func TestBlackBox(t *testing.T) {
	t.Parallel()
	store, _, _ := strings.Cut(pair, "module pair")
	m, list := newMachine(t, store+`module box
  part BOX
    WE <-> we
    AT <-> at
    D <-> data
    Q <-> q
  input we 1
  input at 2
  input data 4
  output q 4
  instance u store
    we <- we
    at <- at
    data <- data
  q = u.q
end
module outer
  input we 1
  input at 2
  input data 4
  output q 4
  output r 4
  memory ram 4 x 4 old distributed
    write we at at data data
    read word async at at
  instance u box
    we <- we
    at <- at
    data <- data
  q = u.q
  r = word
end
`, protect.ECC)
	assert.Equal(t, len(list), 1)
	assert.Equal(t, list[0].Path, "ram")
	m.step(map[string]int64{"we": 1, "data": 9})
	assert.Equal(t, m.get("q"), int64(9))
	assert.Equal(t, m.get("r"), int64(9))
}

// TestRefused: what cannot be protected, and the messages.
func TestRefused(t *testing.T) {
	t.Parallel()
	d := parse(t, "module m\n  input mem_clear 1\n  output b 1\n  b = mem_clear\nend\n")
	before := ir.Text(d)
	_, err := protect.Memories(d, protect.ECC)
	assert.Error(t, err, "module m has a port mem_clear of its own: rename it")
	assert.Equal(t, ir.Text(d), before)

	d = parse(t, "module plain\n  input a 1\n  output b 1\n  b = not(a)\nend\n")
	before = ir.Text(d)
	list, err := protect.Memories(d, protect.Parity)
	assert.NilError(t, err)
	assert.Equal(t, len(list), 0)
	assert.Equal(t, ir.Text(d), before)

	_, err = protect.Memories(d, protect.None)
	assert.Error(t, err, "protection of memories needs a code: choose parity or ecc")
}

// TestTied: a protected design behind its own ports is the design.
func TestTied(t *testing.T) {
	t.Parallel()
	d := parse(t, pair)
	plain := d.Top.Ports[:len(d.Top.Ports):len(d.Top.Ports)]
	_, err := protect.Memories(d, protect.ECC)
	assert.NilError(t, err)
	tied := protect.Tied(d)
	assert.NilError(t, ir.Verify(tied))
	assert.Equal(t, len(tied.Top.Ports), len(plain))
	for i, p := range plain {
		assert.Equal(t, tied.Top.Ports[i].Name, p.Name)
	}
}

// TestClocks: memories with a port of a clock that is an input stay as they are, and one that an instance puts under
// another clock is refused.
func TestClocks(t *testing.T) {
	t.Parallel()
	d := parse(t, "module m\n  input a_clk 1 clock\n  input we 1\n  input at 2\n  output q 4\n  memory ram 4 x 4 undefined distributed\n"+
		"    write we at at data concat(at, at) clock a_clk\n    read word async at at clock a_clk\n  q = word\nend\n")
	before := ir.Text(d)
	list, err := protect.Memories(d, protect.ECC)
	assert.NilError(t, err)
	assert.Equal(t, len(list), 0)
	assert.Equal(t, ir.Text(d), before)

	own := parse(t, "module store\n  input we 1\n  input at 2\n  output q 4\n  memory ram 4 x 4 old distributed\n"+
		"    write we at at data concat(at, at)\n    read word async at at\n  q = word\nend\n"+
		"module top\n  input a_clk 1 clock\n  input we 1\n  input at 2\n  output q 4\n  instance u store clock a_clk\n"+
		"    we <- we\n    at <- at\n  q = u.q\nend\n")
	before = ir.Text(own)
	_, err = protect.Memories(own, protect.ECC)
	assert.Error(t, err, "instance u of module top has memories of the clock a_clk, and their errors are of the implicit clock alone: protect module store by itself")
	assert.Equal(t, ir.Text(own), before)
}
