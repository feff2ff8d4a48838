package extsim

import (
	"bytes"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/internal/vectors"
)

func TestVectorsFile(t *testing.T) {
	set := vectors.New(
		[]vectors.Port{{Name: "a", Width: 1}, {Name: "b", Width: 100}},
		[]vectors.Port{{Name: "c", Width: 12, Groups: 3}, {Name: "d", Width: 70, Groups: 1}, {Name: "e", Width: 4}},
		1, 2)
	set.Input(0, 0)[0] = 1
	copy(set.Input(0, 1), []uint64{0xabc, 0xf})
	set.Expected(0, 0)[0] = 0x123
	set.SetKnown(0, 0, 0)
	set.SetKnown(0, 0, 2)
	set.Expected(1, 1)[1] = 0x3f
	set.SetKnown(1, 1, 0)
	var b bytes.Buffer
	assert.NilError(t, WriteVectors(&b, set))
	assert.Equal(t, b.String(), "1 0 0 0 0 0 0 0\n0 1 f0000000000000abc 123 0 0 5 0\n0 0 0 0 3f0000000000000000 0 0 1\n")
}

func TestMasks(t *testing.T) {
	for _, c := range []struct {
		port vectors.Port
		want string
	}{
		{vectors.Port{Width: 1, Groups: 1}, "k"},
		{vectors.Port{Width: 9, Groups: 1}, "{9{k}}"},
		{vectors.Port{Width: 9, Groups: 9}, "k"},
		{vectors.Port{Width: 10, Groups: 5},
			"{\n                {2{k[4]}}, {2{k[3]}}, {2{k[2]}}, {2{k[1]}},\n                {2{k[0]}}\n            }"},
	} {
		assert.Equal(t, maskOf("k", c.port), c.want)
	}
}

func TestPortTooWideToRead(t *testing.T) {
	wide := &ir.Signal{Name: "wide", Kind: ir.Input, Width: 40000}
	set := vectors.New([]vectors.Port{{Name: "wide", Width: 40000}}, nil, 1, 1)
	_, err := benchFile(&ir.Module{Name: "box", Ports: []*ir.Signal{wide}}, set, constants{}, verilog.Options{}, false)
	assert.Error(t, err, "module box: input wide has 40000 bits, and a test bench reads 32000 at most")
}

// TestKeys shows what makes another compiled simulation.
func TestKeys(t *testing.T) {
	file := func(path, text string) verilog.File { return verilog.File{Path: path, Data: []byte(text)} }
	keys := map[string]bool{}
	for _, k := range []string{
		contentKey([]string{"tool 1"}, []verilog.File{file("a.v", "x"), file("b.v", "y")}),
		contentKey([]string{"tool 2"}, []verilog.File{file("a.v", "x"), file("b.v", "y")}),
		contentKey([]string{"tool 1"}, []verilog.File{file("a.v", "xy"), file("b.v", "")}),
		contentKey([]string{"tool 1"}, []verilog.File{file("b.v", "y"), file("a.v", "x")}),
		contentKey([]string{"tool", "1"}, []verilog.File{file("a.v", "x"), file("b.v", "y")}),
	} {
		assert.Assert(t, !keys[k])
		keys[k] = true
	}
}
