package cyclesim_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// TestGoldenVCD records cycles 2 to 4 and 7 to 8 of the pair, with a scope of its own.
func TestGoldenVCD(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	var text bytes.Buffer
	v, err := cyclesim.NewVCD(&text, sim, cyclesim.VCDOptions{MaxElements: 2})
	assert.NilError(t, err)
	expected := cyclesim.VCDVar{Name: "count", Width: 4, Read: func(dst []uint64) { dst[0] = sim.Cycle() }}
	assert.NilError(t, v.AddScope("golden", []cyclesim.VCDVar{expected}))
	history(sim, 2)
	sim.Attach(v)
	history(sim, 3)
	sim.Detach(v)
	history(sim, 2)
	sim.Attach(v)
	history(sim, 2)
	assert.NilError(t, v.Close())
	golden.Assert(t, text.String(), "pair.vcd")
	assert.ErrorContains(t, v.AddScope("late", nil), "before the first cycle")
}

func TestVCDScope(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	var text bytes.Buffer
	v, err := cyclesim.NewVCD(&text, sim, cyclesim.VCDOptions{Scope: "unit_1"})
	assert.NilError(t, err)
	sim.Attach(v)
	sim.Step()
	assert.NilError(t, v.Close())
	assert.Assert(t, strings.Contains(text.String(), "$scope module unit_1 $end"))
	assert.Assert(t, !strings.Contains(text.String(), "unit_0"))
	_, err = cyclesim.NewVCD(&text, sim, cyclesim.VCDOptions{Scope: "unit_7"})
	assert.ErrorContains(t, err, `module pair has no instance "unit_7": nearest are unit_0, unit_1`)
}

// TestVCDErrors: nothing that goes wrong is lost.
func TestVCDErrors(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	full, err := os.Open(filepath.Join("testdata", "pair.vcd")) // not open for writing
	assert.NilError(t, err)
	defer full.Close()
	v, err := cyclesim.NewVCD(full, sim, cyclesim.VCDOptions{})
	assert.NilError(t, err)
	sim.Attach(v)
	assert.NilError(t, sim.Run(context.Background(), 10))
	assert.ErrorContains(t, v.Close(), "writing the waveform")

	sim.Detach(v)
	var text bytes.Buffer
	v, err = cyclesim.NewVCD(&text, sim, cyclesim.VCDOptions{})
	assert.NilError(t, err)
	sim.Attach(v)
	sim.Step()
	sim.Reset()
	sim.Step()
	assert.ErrorContains(t, v.Close(), "cannot go back to cycle 0")
}

// vcdOf is the waveform that steps make.
func vcdOf(t *testing.T, sim cyclesim.Engine, o cyclesim.VCDOptions, steps func(v *cyclesim.VCD)) string {
	t.Helper()
	var text bytes.Buffer
	v, err := cyclesim.NewVCD(&text, sim, o)
	assert.NilError(t, err)
	sim.Attach(v)
	steps(v)
	assert.NilError(t, v.Close())
	sim.Detach(v)
	return text.String()
}

// TestVCDReset: rst is high in the cycles of ResetStep.
func TestVCDReset(t *testing.T) {
	sim := newEngine(t, build(t, "one", func(m *rtlgen.Module) { m.Output("q", m.Next("r", m.Input("d", 1), 1)) }))
	text := vcdOf(t, sim, cyclesim.VCDOptions{}, func(*cyclesim.VCD) {
		sim.Step()
		sim.PowerUp(1)
		sim.ResetStep()
		sim.ResetStep()
		sim.Step()
		sim.ResetStep()
	})
	assert.Assert(t, strings.Contains(text, "$var wire 1 ! clk $end\n$var wire 1 \" rst $end\n"), text)
	for cycle, want := range []string{"0", "1", "", "0", "1"} {
		_, changes, _ := strings.Cut(text, fmt.Sprintf("#%d\n", 10*cycle))
		changes, _, _ = strings.Cut(changes, "#")
		for _, v := range []string{"0", "1"} {
			assert.Equal(t, strings.Contains(changes, "\n"+v+"\"\n"), want == v, "cycle %d: %s", cycle, text)
		}
	}
}

// TestVCDOwnClock: a design with a signal rst and an instance clk keeps their names.
func TestVCDOwnClock(t *testing.T) {
	leaf := &ir.Module{Name: "leaf"}
	assign(leaf, output(leaf, "q", 1), &ir.Node{Op: ir.OpConst, Width: 1, Const: new(big.Int)})
	top := &ir.Module{Name: "own", Instances: []*ir.Instance{{Name: "clk", Of: leaf, Count: 1}}}
	assign(top, output(top, "rst", 1), &ir.Node{Op: ir.OpInstOut, Width: 1, Inst: top.Instances[0], Port: leaf.Ports[0]})
	assign(top, output(top, "rst_sim", 1), &ir.Node{Op: ir.OpConst, Width: 1, Const: new(big.Int)})
	text := vcdOf(t, newEngine(t, design(leaf, top)), cyclesim.VCDOptions{}, func(*cyclesim.VCD) {})
	assert.Equal(t, text, "$version culprit cyclesim $end\n$timescale 1 ns $end\n$scope module own $end\n"+
		"$var wire 1 ! clk_sim $end\n$var wire 1 \" rst_sim_sim $end\n$var wire 1 # rst $end\n$var wire 1 $ rst_sim $end\n"+
		"$scope module clk $end\n$var wire 1 % q $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n")
}

// TestVCDUnknown: bits that are not known are drawn as x, in as few characters as readers
// complete, and a value is cut to its width.
func TestVCDUnknown(t *testing.T) {
	for _, c := range []struct {
		width        int
		value, known []uint64
		want         string
	}{
		{1, []uint64{1}, []uint64{1}, "1"},
		{1, []uint64{0}, []uint64{1}, "0"},
		{1, []uint64{1}, []uint64{0}, "x"},
		{1, []uint64{2}, []uint64{3}, "0"},
		{4, []uint64{5}, []uint64{0xf}, "b101 "},
		{4, []uint64{0x35}, []uint64{0xff}, "b101 "},
		{4, []uint64{0}, []uint64{0xf}, "b0 "},
		{4, []uint64{5}, []uint64{0}, "bx "},
		{4, []uint64{5}, []uint64{7}, "bx101 "},
		{4, []uint64{5}, []uint64{3}, "bx01 "},
		{4, []uint64{5}, []uint64{0xb}, "b0x01 "},
		{4, []uint64{0}, []uint64{0xe}, "b0x "},
		{4, []uint64{0}, []uint64{7}, "bx000 "},
		{4, []uint64{8}, []uint64{8}, "b1xxx "},
		{66, []uint64{1, 0xff}, []uint64{^uint64(0), 0xff}, "b11" + strings.Repeat("0", 63) + "1 "},
		{66, []uint64{1, 0xff}, []uint64{^uint64(0), 2}, "b1x" + strings.Repeat("0", 63) + "1 "},
		{66, []uint64{1, 0xff}, []uint64{1, 0}, "bx1 "},
	} {
		sim := newEngine(t, build(t, "one", func(m *rtlgen.Module) { m.Output("q", m.Next("r", m.Input("d", 1), 1)) }))
		var text bytes.Buffer
		v, err := cyclesim.NewVCD(&text, sim, cyclesim.VCDOptions{})
		assert.NilError(t, err)
		assert.NilError(t, v.AddScope("golden", []cyclesim.VCDVar{{
			Name: "v", Width: c.width, Read: func(dst []uint64) { copy(dst, c.value) },
			Known: func(dst []uint64) { copy(dst, c.known) },
		}}))
		sim.Attach(v)
		sim.Step()
		assert.NilError(t, v.Close())
		assert.Assert(t, strings.Contains(text.String(), "\n"+c.want+"&\n"), "%+v: %s", c, text.String())
	}
}

// TestVCDNames: what readers take for something else is refused, in words that name it.
func TestVCDNames(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	v, err := cyclesim.NewVCD(io.Discard, sim, cyclesim.VCDOptions{})
	assert.NilError(t, err)
	read := func([]uint64) {}
	for _, name := range []string{"", "na me", "tab\t", "line\nfeed", "\x7f", "\x00", "é", "$end", "$x", "a$end",
		"a$enddefinitions", `\a`, "[0]", "]"} {
		err := v.AddScope("s", []cyclesim.VCDVar{{Name: "fine", Width: 1, Read: read}, {Name: name, Width: 1, Read: read}})
		assert.ErrorContains(t, err, fmt.Sprintf("variable %q in scope s of the waveform: ", name))
		assert.ErrorContains(t, v.AddScope(name, nil), fmt.Sprintf("scope %q of the waveform: ", name))
	}
	for _, name := range []string{"a[3]", "a.b", "$", "a$b", "#5", "b101", "module", "A-1"} {
		err := v.AddScope("s_"+name, []cyclesim.VCDVar{{Name: "x" + name, Width: 1, Read: read}})
		assert.NilError(t, err, name)
	}
	for _, width := range []int{0, -1, 1<<20 + 1} {
		assert.ErrorContains(t, v.AddScope("w", []cyclesim.VCDVar{{Name: "x", Width: width, Read: read}}),
			fmt.Sprintf("its width is %d: it must be 1 to 1048576", width))
	}
	assert.ErrorContains(t, v.AddScope("r", []cyclesim.VCDVar{{Name: "x", Width: 1}}), "no function Read")
	assert.ErrorContains(t, v.AddScope("d",
		[]cyclesim.VCDVar{{Name: "x", Width: 1, Read: read}, {Name: "x", Width: 2, Read: read}}), "two variables x")
	assert.ErrorContains(t, v.AddScope("s_$", nil), "has a scope s_$ already")
	assert.ErrorContains(t, v.AddScope("pair", nil), "has a scope pair already")
	assert.NilError(t, v.AddScope("d", nil), "a refused scope is not there")

	bad := &ir.Module{Name: "bad"}
	assign(bad, output(bad, "q 1", 1), &ir.Node{Op: ir.OpConst, Width: 1, Const: new(big.Int)})
	_, err = cyclesim.NewVCD(io.Discard, newEngine(t, design(bad)), cyclesim.VCDOptions{})
	assert.ErrorContains(t, err, `no waveform of design bad: "q 1" in module bad: `)
}

// nest has two levels, and things of all kinds.
func nest(m *rtlgen.Module) {
	mid := rtlgen.NewModule("mid")
	in := mid.Input("in", 2)
	x := mid.Input("x", 70)
	us := rtlgen.UseArray(mid, "unit", 2, rtlgen.As[unitPins](unit(), nil))
	us.Push.Drive(in)
	us.X.Broadcast(x)
	mid.Unused("rest", us.Slot, us.Count)
	mid.Output("out", us.Last)
	two := m.InstanceArray("mid", 2, mid)
	two.In("in", m.Input("in", 4))
	two.Broadcast("x", m.Input("x", 70))
	m.Output("y", two.Out("out"))
}

// TestVCDScopes: the instances that are asked for are there with all below them, under
// the path that they have in the whole waveform.
func TestVCDScopes(t *testing.T) {
	sim := newEngine(t, build(t, "nest", nest))
	paths := func(o cyclesim.VCDOptions) string {
		var all, at []string
		for line := range strings.SplitSeq(vcdOf(t, sim, o, func(*cyclesim.VCD) {}), "\n") {
			switch f := strings.Fields(line); {
			case len(f) > 2 && f[0] == "$scope":
				at = append(at, f[2])
			case len(f) > 1 && f[0] == "$upscope":
				at = at[:len(at)-1]
			case len(f) > 4 && f[0] == "$var" && f[4] != "x" && f[4] != "tail":
			case len(f) > 4 && f[0] == "$var":
				all = append(all, strings.Join(append(at[:len(at):len(at)], f[4]), "."))
			}
		}
		return strings.Join(all, " ")
	}
	const one = "nest.mid_1.unit_0.x nest.mid_1.unit_0.tail"
	const other = "nest.mid_0.unit_1.x nest.mid_0.unit_1.tail"
	whole := paths(cyclesim.VCDOptions{})
	for _, c := range []struct {
		o    cyclesim.VCDOptions
		want string
	}{
		{cyclesim.VCDOptions{Scope: "nest"}, whole},
		{cyclesim.VCDOptions{Scope: "mid_1.unit_0"}, one},
		{cyclesim.VCDOptions{Scope: "nest.mid_1.unit_0"}, one},
		{cyclesim.VCDOptions{Scopes: []string{"nest.mid_1.unit_0"}}, one},
		{cyclesim.VCDOptions{Scope: "nest.mid_1.unit_0", Scopes: []string{"mid_0.unit_1", "mid_0.unit_1"}},
			other + " " + one},
		{cyclesim.VCDOptions{Scopes: []string{"mid_1.unit_0", ""}}, whole},
		{cyclesim.VCDOptions{Scopes: []string{"mid_1", "mid_1.unit_0"}},
			"nest.mid_1.x " + one + " nest.mid_1.unit_1.x nest.mid_1.unit_1.tail"},
	} {
		assert.Equal(t, paths(c.o), c.want, "%+v", c.o)
	}
	for _, scope := range []string{"one", "one_n2", "one.unit_1", "one_n2.unit_1", "unit_1"} {
		d := build(t, "one", func(m *rtlgen.Module) {
			m.Param("n", 2, 1)
			pair(m)
		})
		assert.NilError(t, cyclesim.VCDOptions{Scope: scope}.Check(d), "the name of the top may lack its parameters")
	}
	for scope, want := range map[string]string{
		"mid":                   `no waveform of "mid": module nest has no instance "mid": nearest are mid_0, mid_1`,
		"nest.mid_1.unti_0":     `no waveform of "nest.mid_1.unti_0": module mid has no instance "unti_0": nearest are unit_0, unit_1`,
		"mid_1.unit_0.tail":     `no waveform of "mid_1.unit_0.tail": module unit has tail as a reg, and a scope is an instance: give nest.mid_1.unit_0`,
		"mid_1.unit_0.slots[1]": `module unit has slots as an array, and a scope is an instance`,
		"mid_1.unit_0.x.y":      `module unit has x as an input, and a scope is an instance`,
		"nest.":                 `module nest has no instance ""`,
		".":                     `module nest has no instance ""`,
		"mid_1..unit_0":         `module mid has no instance ""`,
	} {
		_, err := cyclesim.NewVCD(io.Discard, sim, cyclesim.VCDOptions{Scopes: []string{scope}})
		assert.ErrorContains(t, err, want)
	}
}

// TestVCDMemories: the words of memories are there on request, and not too many.
func TestVCDMemories(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	text := vcdOf(t, sim, cyclesim.VCDOptions{Scope: "unit_1", Memories: true}, func(*cyclesim.VCD) {
		sim.SetInput(0, []uint64{2})
		sim.SetInput(1, []uint64{9})
		sim.Step()
		sim.Step()
	})
	assert.Assert(t, !strings.Contains(vcdOf(t, sim, cyclesim.VCDOptions{}, func(*cyclesim.VCD) {}), "mem["))
	for i := range 4 {
		assert.Equal(t, strings.Count(text, fmt.Sprintf(` \mem[%d] [69:0] $end`, i)), 1, text)
	}
	_, at, _ := strings.Cut(text, "$var reg 70 ")
	id, _, _ := strings.Cut(at, " ")
	_, second, _ := strings.Cut(text, "#10\n")
	assert.Assert(t, strings.Contains(second, "b1001 "+id+"\n"), text)

	_, err := cyclesim.NewVCD(io.Discard, sim, cyclesim.VCDOptions{Memories: true, MaxWords: 7})
	assert.Error(t, err,
		"no waveform with memories of design pair: they have 8 words, and the limit is 7: choose smaller scopes, or none of memories")
	for _, o := range []cyclesim.VCDOptions{{Memories: true, MaxWords: 8}, {Memories: true, MaxWords: 4, Scope: "unit_0"},
		{MaxWords: 1}} {
		_, err := cyclesim.NewVCD(io.Discard, sim, o)
		assert.NilError(t, err)
	}
}

// failingWriter has no room behind some bytes.
type failingWriter struct{ room int }

func (w *failingWriter) Write(p []byte) (int, error) {
	n := min(len(p), w.room)
	w.room -= n
	if n < len(p) {
		return n, errors.New("no room")
	}
	return n, nil
}

// TestVCDFullDisk: an error of the writer ends the run where it occurs, not at Close.
func TestVCDFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	assert.NilError(t, err)
	defer full.Close()
	for name, w := range map[string]io.Writer{"writer": &failingWriter{room: 5000}, "/dev/full": full} {
		sim := newEngine(t, build(t, "nest", nest))
		v, err := cyclesim.NewVCD(w, sim, cyclesim.VCDOptions{})
		assert.NilError(t, err)
		sim.Attach(v)
		sim.SetInput(0, []uint64{15})
		err = sim.Run(context.Background(), 1<<30)
		assert.ErrorContains(t, err, "of 1073741824 cycles: writing the waveform: ", name)
		assert.Assert(t, sim.Cycle() < 100, "%s: %d cycles", name, sim.Cycle())
		assert.Assert(t, v.Err() != nil)
		assert.Equal(t, v.Close(), v.Err())
		sim.Detach(v)
		assert.NilError(t, sim.Run(context.Background(), 10))
	}
}
