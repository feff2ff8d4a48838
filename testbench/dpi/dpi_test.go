package dpi

import (
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
)

type lanesPorts struct {
	_    rtlgen.Unit `name:"lanes" doc:"a wide word and its parity, one cycle later"`
	Data rtlgen.In   `width:"100" doc:"the word"`
	Odd  rtlgen.In   `doc:"the parity is odd"`
	Word rtlgen.Out  `width:"100" doc:"the word of the cycle before; unknown in the first cycle"`
	Sum  rtlgen.Out  `doc:"its parity"`
}

func lanes(struct{}) *rtlgen.Typed[lanesPorts] {
	m, io := rtlgen.New[lanesPorts](struct{}{})
	word, odd := m.Reg("word_q", 100, 0), m.Reg("odd_q", 1, 0)
	word.Set(io.Data)
	odd.Set(io.Odd)
	io.Word.Drive(word)
	io.Sum.Drive(word.Xor(odd.Zext(100)).Parity())
	return m
}

type (
	lanesIn struct {
		Data *big.Int
		Odd  bool
	}
	lanesOut struct {
		Word  *big.Int `valid:"Known"`
		Known bool     `port:"-"`
		Sum   bool
	}
	lanesModel struct {
		word *big.Int
		odd  bool
	}
)

// Step stops at the number 13, as golden models do at what their contract rules out.
func (m *lanesModel) Step(in lanesIn) lanesOut {
	if in.Data.Cmp(big.NewInt(13)) == 0 {
		panic("BUG: 13 is ruled out")
	}
	out := lanesOut{Word: m.word, Known: m.word != nil}
	if out.Known {
		for i := range m.word.BitLen() {
			out.Sum = out.Sum != (m.word.Bit(i) == 1)
		}
		out.Sum = out.Sum != m.odd
	}
	m.word, m.odd = in.Data, in.Odd
	return out
}

func lanesBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(lanes), MinCycles: 50, CoverPoints: []string{"odd"},
		New: func(_ blocks.Values, rng *rand.Rand) testbench.Case {
			most := new(big.Int).Lsh(big.NewInt(1), 100)
			drive := func(int) lanesIn { return lanesIn{new(big.Int).Rand(rng, most), rng.Intn(2) == 0} }
			return testbench.NewCase(lanesIn{}, lanesOut{}, (&lanesModel{}).Step, drive,
				func(in lanesIn, _ lanesOut, hit func(string)) {
					if in.Odd {
						hit("odd")
					}
				})
		},
	}
}

// TestBench: the model of these tests is that of its block, with and without its stimulus.
func TestBench(t *testing.T) {
	t.Parallel()
	r, err := testbench.Verify(lanesBench(), nil, testbench.Options{Seed: 1})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, "%v", r.Problems())
	assert.NilError(t, testbench.CheckModel(lanesBench(), nil, testbench.Options{Seed: 1}))
}

// vector is 101 bits: the number in the highest 100, and the last one.
func vector(number string, last uint) []uint32 {
	x, _ := new(big.Int).SetString(number, 16)
	x.Lsh(x, 1).SetBit(x, 0, last)
	words := make([]uint32, 4)
	for i := range words {
		words[i] = uint32(new(big.Int).Rsh(x, uint(32*i)).Uint64())
	}
	return words
}

// TestLibrary steps a model through its vectors, and resets it.
func TestLibrary(t *testing.T) {
	t.Parallel()
	l := NewLibrary([]testbench.Bench{lanesBench()})
	m := l.Open("lanes", "", 101, 101)
	assert.Assert(t, m != 0, l.Message())
	expected, known := make([]uint32, 4), make([]uint32, 4)
	const all, some = "fffffffffffffffffffffffff", "8000000000000123456789abc"
	step := func(number string, odd uint) {
		t.Helper()
		assert.Equal(t, l.Step(m, vector(number, odd), expected, known), Done, l.Message())
	}
	for range 2 {
		step(some, 1)
		assert.DeepEqual(t, known, vector("0", 1))
		assert.DeepEqual(t, expected, vector("0", 0))
		step(all, 1)
		assert.DeepEqual(t, known, vector(all, 1))
		assert.DeepEqual(t, expected, vector(some, 0)) // 23 ones, and odd
		step("0", 0)
		assert.DeepEqual(t, expected, vector(all, 1))
		assert.Equal(t, l.Reset(m), Done)
	}
	assert.Equal(t, l.Message(), "")
}

// TestStatuses: each mistake of a caller is a status and a message.
func TestStatuses(t *testing.T) {
	t.Parallel()
	l := NewLibrary([]testbench.Bench{lanesBench()})
	says := func(want string) {
		t.Helper()
		assert.Assert(t, strings.Contains(l.Message(), want), l.Message())
	}
	four := func() []uint32 { return make([]uint32, 4) }
	for _, c := range []struct {
		title, params string
		in            int
		want          string
	}{
		{"laness", "", 101, "has no block laness: write it again"},
		{"lanes", "width", 101, `cannot read the parameter "width"`},
		{"lanes", "width=3", 101, "no parameter"},
		{"lanes", "", 100, "block lanes has inputs of 101 and outputs of 101 bits, and the SystemVerilog package has 100 and 101"},
	} {
		assert.Equal(t, l.Open(c.title, c.params, c.in, 101), uintptr(0))
		says(c.want)
	}
	m := l.Open("lanes", "", 101, 101)
	assert.Equal(t, l.Step(m, four(), four(), make([]uint32, 5)), WrongWidth)
	says("the vectors have 4 and 4 words, and those of this golden model 4 and 4, or it is called as another block's")
	assert.Equal(t, l.Watch(m, four(), four()), WrongWidth)
	assert.Equal(t, l.Passed(m), 0)
	assert.Equal(t, l.Step(m+1, four(), four(), four()), NoModel)
	says("there is no golden model with the handle 2")
	assert.Equal(t, l.Step(m, vector("d", 0), four(), four()), Stopped)
	says("the golden model of block lanes stops in cycle 0: do the inputs keep the contract of the block? " +
		"It says: BUG: 13 is ruled out")
	assert.Equal(t, l.Step(m, vector("1", 0), four(), four()), Stopped)
	assert.Equal(t, l.Reset(m), Done)
	assert.Equal(t, l.Step(m, vector("1", 0), four(), four()), Done)
	assert.Equal(t, l.Close(m), Done)
	for _, status := range []Status{l.Step(m, four(), four(), four()), l.Reset(m), l.Close(m)} {
		assert.Equal(t, status, NoModel)
	}
	says("it was closed, or never opened")
	assert.Assert(t, l.Open("lanes", "", 101, 101) != m)
}

// TestFunction: benches must come from an exported function.
func TestFunction(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]function{
		"example.com/chips/bench.Benches": {"example.com/chips/bench", "Benches"},
		"chips.Benches":                   {"chips", "Benches"},
		"example.com/chips/bench.benches": {}, "example.com/chips.Family.func1": {}, "": {}, "example.com/chips": {},
	} {
		got, err := functionOf(path)
		assert.Equal(t, got, want, path)
		assert.Equal(t, err != nil, want == function{}, path)
	}
	_, err := Files(Block{Bench: lanesBench(), Benches: "main.main.func2"})
	assert.ErrorContains(t, err, `block lanes: its benches are made by "main.main.func2", which is no exported Go function`)
	_, err = Files()
	assert.ErrorContains(t, err, "a library of golden models needs a block")
}

// TestLayout moves values of many widths through vectors.
func TestLayout(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(1))
	for range 500 {
		var ports []testbench.ModelPort
		for range 1 + rng.Intn(6) {
			ports = append(ports, testbench.ModelPort{Name: "p", Width: 1 + rng.Intn(200)})
		}
		l := layoutOf(ports)
		vector, whole := make([]uint32, l.words()), new(big.Int)
		var values [][]uint64
		for i, p := range ports {
			words := make([]uint64, p.Words())
			whole.Lsh(whole, uint(p.Width))
			for bit := range p.Width {
				if rng.Intn(2) == 0 {
					words[bit/64] |= 1 << (bit % 64)
					whole.SetBit(whole, bit, 1)
				}
			}
			values = append(values, words)
			put(vector, words, l.at[i], p.Width)
		}
		for i, p := range ports {
			assert.DeepEqual(t, get(make([]uint64, p.Words()), vector, l.at[i], p.Width), values[i])
		}
		for i, word := range vector {
			assert.Equal(t, word, uint32(new(big.Int).Rsh(whole, uint(32*i)).Uint64()))
		}
	}
}
