package simulate

import (
	"context"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

const adder = `module adder
  input a 8
  input wide 70
  output sum 8
  output last 70
  reg sum_q 8 reset 0
  reg wide_q 70 reset 5
  sum_q = add(sum_q, a)
  wide_q = wide
  sum = sum_q
  last = wide_q
end
`

func design(t *testing.T) *ir.Design {
	t.Helper()
	d, err := ir.Parse("adder.nl", adder)
	assert.NilError(t, err)
	return d
}

// TestInputs: a stimulus and vectors give the values that they say, and nothing else changes them.
func TestInputs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		give  func(in *Inputs) error
		wants string
	}{
		{"zero", func(*Inputs) error { return nil }, "sum last\n0x0 0x5\n0x0 0x0\n0x0 0x0\n0x0 0x0\n0x0 0x0\n"},
		{"held", func(in *Inputs) error { return in.Set(0, "a", "0x11") },
			"sum last\n0x0 0x5\n0x11 0x0\n0x22 0x0\n0x33 0x0\n0x44 0x0\n"},
		{"stimulus", func(in *Inputs) error {
			return in.ReadStimulus("s", strings.NewReader("# nothing\n3: a=0\n1: a=2 wide=0x200000000000000001 # two\n"))
		}, "sum last\n0x0 0x5\n0x0 0x0\n0x2 0x200000000000000001\n0x4 0x200000000000000001\n0x4 0x200000000000000001\n"},
		{"vectors", func(in *Inputs) error { return in.ReadVectors("v", strings.NewReader("a\n1\n2\n0b11\n")) },
			"sum last\n0x0 0x5\n0x1 0x0\n0x3 0x0\n0x6 0x0\n0x9 0x0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := design(t)
			in := NewInputs(d)
			assert.NilError(t, c.give(in))
			var said strings.Builder
			r, err := Run(context.Background(), Options{Design: d, Inputs: in, Engines: []string{"reference"}, Cycles: 5,
				Seed: 1, Record: &said})
			assert.NilError(t, err)
			assert.Assert(t, r.Passed())
			assert.Equal(t, said.String(), c.wants)
		})
	}
}

// TestEngines: all engines have one digest, which the seed of random inputs decides, and the Verilog that is
// written does the same.
func TestEngines(t *testing.T) {
	t.Parallel()
	digests := map[string]bool{}
	for seed := range uint64(3) {
		d := design(t)
		in := NewInputs(d)
		assert.NilError(t, in.Set(0, "a", "random"))
		in.Random()
		r, err := Run(context.Background(), Options{Design: d, Inputs: in, Cycles: 200, Seed: seed,
			Engines: append(cyclesim.BuiltIn(), tiers.Outside("icarus")...)})
		assert.NilError(t, err)
		assert.Assert(t, r.Passed(), "%+v", r)
		digests[r.Engines[0].Digest] = true
	}
	assert.Equal(t, len(digests), 3)
}

// TestMistakes: wrong inputs and texts are refused with the place.
func TestMistakes(t *testing.T) {
	t.Parallel()
	stimulus := func(text string) func(*Inputs) error {
		return func(in *Inputs) error { return in.ReadStimulus("s.txt", strings.NewReader(text)) }
	}
	table := func(text string) func(*Inputs) error {
		return func(in *Inputs) error { return in.ReadVectors("v.txt", strings.NewReader(text)) }
	}
	for _, c := range []struct {
		give func(*Inputs) error
		want string
	}{
		{func(in *Inputs) error { return in.Set(0, "b", "1") }, "there is no input b; there are: a, wide"},
		{func(in *Inputs) error { return in.Set(0, "a", "256") }, "256 is too large for input a, which has a width of 8"},
		{func(in *Inputs) error { return in.Set(0, "a", "-1") },
			`input a cannot be "-1": give a number that is not negative`},
		{stimulus("0: a=1\nx: a=2"), `s.txt:2: expected CYCLE: INPUT=VALUE ..., found "x: a=2"`},
		{stimulus("7:"), "s.txt:1: cycle 7 gives no input a value"},
		{stimulus("7: a"), `s.txt:1: expected INPUT=VALUE, found "a"`},
		{stimulus("-7: a=1"), "s.txt:1: expected CYCLE: INPUT=VALUE"},
		{table(""), "v.txt: there are no vectors"},
		{table("a\n"), "v.txt: there are no vectors"},
		{table("a c\n1 2"), "v.txt:1: there is no input c"},
		{table("a a\n1 2"), "v.txt:1: input a is there twice"},
		{table("a wide\n1"), "v.txt:2: expected 2 values, one for each of a, wide, found 1"},
		{table("a\n\n# more\n0x100"), "v.txt:4: 0x100 is too large for input a, which has a width of 8"},
	} {
		assert.ErrorContains(t, c.give(NewInputs(design(t))), c.want)
	}
	d := design(t)
	_, err := Run(context.Background(), Options{Design: d, Inputs: NewInputs(d), Engines: []string{"icarus"}, Cycles: 1})
	assert.ErrorContains(t, err, "external simulators compare with an engine that is built in")
	_, err = Run(context.Background(), Options{Design: d, Inputs: NewInputs(d), Engines: []string{"reference"}})
	assert.ErrorContains(t, err, "a run of 0 cycles is none")
}
