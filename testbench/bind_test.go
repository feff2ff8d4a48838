package testbench

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/internal/vectors"
)

// ports makes a module with the ports that a text names: "i a 3" is an input a
// of 3 bits, "o b 1" an output.
func ports(t *testing.T, text string) *ir.Module {
	t.Helper()
	m := &ir.Module{Name: "box"}
	for _, line := range strings.Split(text, ",") {
		var direction, name string
		var width int
		_, err := fmt.Sscanf(strings.TrimSpace(line), "%s %s %d", &direction, &name, &width)
		assert.NilError(t, err)
		kind := map[string]ir.SignalKind{"i": ir.Input, "o": ir.Output}[direction]
		m.Ports = append(m.Ports, &ir.Signal{Name: name, Kind: kind, Width: width})
	}
	return m
}

// hold is a Case whose structs never change.
func hold[In, Out any](in In, out Out) Case {
	return NewCase(in, out, func(In) Out { return out }, func(int) In { return in }, nil)
}

type none struct{}

func TestMistakesOfABinding(t *testing.T) {
	for _, c := range []struct {
		name  string
		ports string
		c     Case
		want  string
	}{
		{"missing field", "i push 1, i wr_slot 3", hold(struct{ Push bool }{}, none{}),
			"no field for input port wr_slot: expected WrSlot"},
		{"extra field", "o full 1", hold(none{}, struct{ Full, Empty bool }{}),
			"field Empty stands for output port empty, and the block has no such port"},
		{"same port twice", "i a 1", hold(struct {
			A bool
			B bool `port:"a"`
		}{}, none{}), "fields A and B both stand for port a"},
		{"not exported", "i a 1", hold(struct{ a bool }{}, none{}), "field a is not exported"},
		{"lanes", "i a 10", hold(struct{ A []uint8 }{make([]uint8, 4)}, none{}),
			"field A has 4 elements, and port a has 10 bits, which is no multiple"},
		{"no lanes", "i a 10", hold(struct{ A []uint8 }{}, none{}), "field A is an empty slice in the prototype"},
		{"bool of more bits", "i a 3", hold(struct{ A bool }{}, none{}),
			"field A is bool, which cannot hold the 3 bits of port a"},
		{"byte of more bits", "o a 9", hold(none{}, struct{ A uint8 }{}),
			"field A is uint8, which cannot hold the 9 bits of port a"},
		{"int of 64 bits", "o a 64", hold(none{}, struct{ A int }{}),
			"field A is int, which cannot hold the 64 bits of port a"},
		{"wrong type", "o a 9", hold(none{}, struct{ A string }{}), "field A is string: a port is a bool"},
		{"wrong element", "o a 9", hold(none{}, struct{ A []int8 }{make([]int8, 3)}), "field A is []int8: a port is a bool"},
		{"valid with nothing", "o a 9", hold(none{}, struct {
			A int `valid:"B"`
		}{}), "field A is valid with B, and there is no such exported field"},
		{"valid with a number", "o a 9", hold(none{}, struct {
			A int `valid:"B"`
			B int `port:"-"`
		}{}), "field A is valid with B, which must be a bool"},
		{"valid with other lanes", "o a 9", hold(none{}, struct {
			A []int  `valid:"B"`
			B []bool `port:"-"`
		}{make([]int, 3), make([]bool, 2)}), "or a []bool of the same length"},
		{"valid input", "i a 9", hold(struct {
			A int  `valid:"B"`
			B bool `port:"-"`
		}{}, none{}), "field A has a valid tag, and inputs are always known"},
		{"not a struct", "i a 9", hold(5, none{}), "must be a struct"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := panicOf(func() { bind("box", c.c, ports(t, c.ports)) })
			assert.Assert(t, strings.HasPrefix(got, "box: "), got)
			assert.Assert(t, strings.Contains(got, c.want), got)
		})
	}
}

func panicOf(f func()) (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	f()
	return ""
}

func TestMistakesOfACycle(t *testing.T) {
	type in struct {
		A []uint8
		B *big.Int
		W row
		R []row
	}
	type out struct {
		C int    `valid:"CKnown"`
		D []int  `valid:"DKnown"`
		K []bool `port:"-"`

		CKnown bool   `port:"-"`
		DKnown []bool `port:"-"`
	}
	fine := func() (in, out) {
		return in{A: make([]uint8, 3), R: make([]row, 2)}, out{0, make([]int, 2), nil, true, make([]bool, 2)}
	}
	for _, c := range []struct {
		name string
		edit func(*in, *out)
		want string // "" if it is no mistake
	}{
		{"nothing", func(*in, *out) {}, ""},
		{"short slice", func(i *in, _ *out) { i.A = i.A[:2] }, "in cycle 0 field A has 2 elements, and 3 in the prototype"},
		{"short valid", func(_ *in, o *out) { o.DKnown = nil }, "the valid field of D has 0 elements"},
		{"large lane", func(i *in, _ *out) { i.A[1] = 4 }, "element 1 of field A is negative or too large for its 2 bits"},
		{"large number", func(i *in, _ *out) { i.B = new(big.Int).Lsh(big.NewInt(1), 70) },
			"field B is negative or too large for its 70 bits"},
		{"largest number", func(i *in, _ *out) { i.B = new(big.Int).Lsh(big.NewInt(1), 69) }, ""},
		{"large row", func(i *in, _ *out) { i.W[1] = 1 << 6 }, "field W is negative or too large for its 70 bits"},
		{"row of more words", func(i *in, _ *out) { i.W[2] = 1 }, "field W is negative or too large for its 70 bits"},
		{"largest row", func(i *in, _ *out) { i.W = row{^uint64(0), 1<<6 - 1} }, ""},
		{"large row in a lane", func(i *in, _ *out) { i.R[1] = row{0, 1} }, "element 1 of field R is negative or too large"},
		{"negative number", func(i *in, _ *out) { i.B = big.NewInt(-1) }, "field B is negative"},
		{"negative output", func(_ *in, o *out) { o.C = -1 }, "field C is negative"},
		{"unknown output", func(_ *in, o *out) { o.C, o.CKnown = -1, false }, ""},
		{"unknown lane", func(_ *in, o *out) { o.D[0], o.DKnown[1] = 99, true }, ""},
		{"known lane", func(_ *in, o *out) { o.D[0], o.D[1], o.DKnown[1] = 99, 99, true }, "element 1 of field D"},
	} {
		t.Run(c.name, func(t *testing.T) {
			i, o := fine()
			m := ports(t, "i a 6, i b 70, i w 70, i r 128, o c 5, o d 8")
			golden := NewCase(i, o, func(in) out { return o }, func(int) in { return i }, nil)
			b := bind("box", golden, m)
			c.edit(&i, &o)
			golden.step(0, nil)
			got := panicOf(func() { b.record(vectors.New(b.inputs, b.outputs, 0, 1), 0) })
			if c.want == "" {
				assert.Equal(t, got, "<nil>")
				return
			}
			assert.Assert(t, strings.HasPrefix(got, "box: ") && strings.Contains(got, c.want), got)
		})
	}
}

// TestRecordedBits compares every kind of field with its bits.
func TestRecordedBits(t *testing.T) {
	type small uint8
	hex := func(s string) *big.Int {
		x, ok := new(big.Int).SetString(s, 16)
		assert.Assert(t, ok)
		return x
	}
	wide := hex("123456789abcdef0fedcba9876543210f")
	type beat row
	full := row{1, 1, 1, 1, 1, 1, 1, 1<<63 | 7}
	for _, c := range []struct {
		name  string
		width int
		c     Case
		want  string
	}{
		{"bool", 1, hold(struct{ A bool }{true}, none{}), "1"},
		{"bools", 70, hold(struct{ A []bool }{append(make([]bool, 65), true, false, true, false, true)}, none{}),
			"2a0000000000000000"},
		{"uint8", 8, hold(struct{ A uint8 }{200}, none{}), "c8"},
		{"named", 4, hold(struct{ A small }{9}, none{}), "9"},
		{"named lanes", 8, hold(struct{ A []small }{[]small{9, 10}}, none{}), "a9"},
		{"uint16", 13, hold(struct{ A uint16 }{0x1abc}, none{}), "1abc"},
		{"uint32", 32, hold(struct{ A uint32 }{0xdeadbeef}, none{}), "deadbeef"},
		{"uint64", 64, hold(struct{ A uint64 }{0xdeadbeef01234567}, none{}), "deadbeef01234567"},
		{"int", 63, hold(struct{ A int }{0x5eadbeef01234567}, none{}), "5eadbeef01234567"},
		{"lanes across words", 120, hold(struct{ A []int }{[]int{1, 0xabcdef1234, 0x5555555555}}, none{}),
			"5555555555abcdef12340000000001"},
		{"full lanes", 128, hold(struct{ A []uint64 }{[]uint64{1, 1 << 63}}, none{}), "80000000000000000000000000000001"},
		{"big", 132, hold(struct{ A *big.Int }{wide}, none{}), wide.Text(16)},
		{"row", 512, hold(struct{ A row }{full}, none{}), "8000000000000007" + strings.Repeat("0000000000000001", 7)},
		{"narrow row", 70, hold(struct{ A row }{row{5, 0x2f}}, none{}), "2f0000000000000005"},
		{"named row", 64, hold(struct{ A beat }{beat{9}}, none{}), "9"},
		{"rows", 256, hold(struct{ A []beat }{[]beat{{1, 2}, {3, 1 << 63}}}, none{}),
			"8000000000000000000000000000000300000000000000020000000000000001"},
		{"nil", 132, hold(struct{ A *big.Int }{}, none{}), "0"},
		{"big lanes", 273, hold(struct{ A []*big.Int }{[]*big.Int{hex("7fffffffffffffffffffffffffffffff"), nil}}, none{}),
			""},
		{"big lanes", 262, hold(struct{ A []*big.Int }{[]*big.Int{hex("3"), hex("5")}}, none{}),
			"28" + strings.Repeat("0", 31) + "3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := ports(t, fmt.Sprintf("i a %d", c.width))
			if c.want == "" {
				assert.Assert(t, strings.Contains(panicOf(func() { bind("box", c.c, m) }), "no multiple"))
				return
			}
			b := bind("box", c.c, m)
			set := vectors.New(b.inputs, b.outputs, 0, 2)
			b.record(set, 1)
			assert.Equal(t, vectors.Number(set.Input(1, 0)).Text(16), c.want)
			assert.Equal(t, vectors.Number(set.Input(0, 0)).Text(16), "0", "another cycle was written")

			f, again := b.in.fields[0], make([]uint64, len(set.Input(0, 0)))
			f.unpack(again) // zeros
			f.unpack(set.Input(1, 0))
			f.pack(again, always)
			assert.Equal(t, vectors.Number(again).Text(16), c.want, "read back")
		})
	}
}

// TestOptionalPort binds a struct to a block that lacks one of its ports.
func TestOptionalPort(t *testing.T) {
	type in struct {
		A    bool
		Gone []bool `port:",optional"`
		B    bool   `port:"other,optional"`
	}
	b := bind("box", hold(in{A: true, B: true}, none{}), ports(t, "i a 1,i other 1"))
	assert.Equal(t, len(b.inputs), 2)
	assert.Assert(t, strings.Contains(panicOf(func() {
		bind("box", hold(struct {
			A bool `port:",maybe"`
		}{}, none{}), ports(t, "i a 1"))
	}), `field A: the tag port has the option "maybe"`))
}

// TestStructsWithin binds the fields of structs in the struct, and of embedded ones.
func TestStructsWithin(t *testing.T) {
	type Link struct {
		Valid, Gone []bool `port:",optional"`
		Known       []bool `port:"-"`
		Data        []int  `valid:"Known"`
	}
	type out struct {
		Link
		Up   Link `port:"up_,prefix"`
		Last bool
	}
	lanes := func(valid, data int) Link {
		return Link{Valid: []bool{valid == 1}, Known: []bool{true}, Data: []int{data}}
	}
	c := hold(none{}, out{Link: lanes(1, 5), Up: lanes(0, 6), Last: true})
	b := bind("box", c, ports(t, "o data 3, o up_valid 1, o valid 1, o last 1, o up_data 3"))
	set := vectors.New(b.inputs, b.outputs, 0, 1)
	b.record(set, 0)
	for i, want := range []uint64{5, 0, 1, 1, 6} {
		assert.Equal(t, set.Expected(0, i)[0], want, "port %s", b.outputs[i].Name)
		assert.Assert(t, set.Known(0, i, 0))
	}
	assert.Assert(t, strings.Contains(panicOf(func() { bind("box", c, ports(t, "o data 3, o valid 1, o last 1")) }),
		"field Data stands for output port up_data, and the block has no such port"))
	assert.Assert(t, strings.Contains(panicOf(func() {
		bind("box", hold(struct {
			A bool `port:"a_,prefix"`
		}{}, none{}), ports(t, "i a 1"))
	}), "field A is bool: the option prefix is for a struct of ports"))
}
