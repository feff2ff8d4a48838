package library_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/board"
	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/lint"
	"culprit.example/culprit/testbench/speed"
	"culprit.example/culprit/testbench/synth"
)

// wrongGo is a program with one mistake: what it calls returns the error.
type wrongGo struct {
	name string
	want string
	call func() error
}

// elaborate describes a module and elaborates it.
func elaborate(f func(m *rtlgen.Module)) func() error {
	return func() error {
		m := rtlgen.NewModule("wrong")
		f(m)
		return of(m)
	}
}

func of(c rtlgen.Circuit) error {
	_, err := rtlgen.Elaborate(c)
	return err
}

// fifo is a design that is right.
func fifo() *prim.FIFOParams { return &prim.FIFOParams{Width: 8, Depth: 4} }

// simulate runs f on an engine for a FIFO, and returns what the engine says afterwards.
func simulate(f func(sim cyclesim.Engine) error) func() error {
	return func() error {
		d, err := rtlgen.Elaborate(prim.FIFO(*fifo()))
		if err != nil {
			return err
		}
		sim, err := cyclesim.New(d, cyclesim.Options{})
		if err != nil {
			return err
		}
		if err := f(sim); err != nil {
			return err
		}
		return sim.Err()
	}
}

// bench is that of the FIFO, with a mistake.
func bench(edit func(b *testbench.Bench)) testbench.Bench {
	for _, b := range library.Families().Benches() {
		if b.Block.Name == "fifo" {
			edit(&b)
			return b
		}
	}
	panic("no bench of fifo")
}

func second[T any](_ T, err error) error { return err }

var none context.Context

var wrongPrograms = []wrongGo{
	{"nil circuit", "there is no module to elaborate", func() error { return of(nil) }},
	{"nil module", "there is no module to elaborate", func() error { return of((*rtlgen.Module)(nil)) }},
	{"zero parameters of recn", "begin with rtlgen.Default[recn.Params]()",
		func() error { return of(recn.Switch(recn.Params{})) }},
	{"zero parameters of a part", "begin with rtlgen.Default[recn.Params]()",
		func() error { return of(recn.CDU(recn.Params{})) }},
	{"zero parameters of voq", "begin with rtlgen.Default[voq.Params]()",
		func() error { return of(voq.NetSwitch(voq.Params{})) }},
	{"zero parameters of clos", "rtlgen.Default[clos.Params]()", func() error { return of(clos.Network(clos.Params{})) }},
	{"zero parameters of spineleaf", "rtlgen.Default[spineleaf.NetworkParams]()",
		func() error { return of(spineleaf.Network(spineleaf.NetworkParams{})) }},
	{"zero parameters of traffic", "rtlgen.Default[traffic.Params]()",
		func() error { return of(traffic.Source(traffic.Params{})) }},
	{"zero parameters of an adapter", "rtlgen.Default[adapter.Params]()",
		func() error { return of(adapter.Adapter(adapter.Params{})) }},
	{"zero parameters of a tree", "begin with rtlgen.Default[fabric.Params]()",
		func() error { return of(fabric.Tree(fabric.Params{})) }},
	{"a tree without schemes", "scheme=0 is none of the 0 in Params.Schemes",
		func() error { return of(fabric.Tree(fabric.Defaults)) }},
	{"a parameter forgotten", "fifo has 1 parameter out of range: depth=0 (give 1 to ",
		func() error { return of(prim.FIFO(prim.FIFOParams{Width: 8})) }},
	{"a parameter too large", "fifo has 1 parameter out of range: depth=1073741824 (give",
		func() error { return of(prim.FIFO(prim.FIFOParams{Width: 8, Depth: 1 << 30})) }},
	{"a negative parameter", "depth=-4", func() error { return of(prim.FIFO(prim.FIFOParams{Width: 8, Depth: -4})) }},
	{"parameters that do not fit", "do not fit each other: the thresholds are in the wrong order", func() error {
		p := rtlgen.Default[recn.Params]()
		p.Xon = p.Xoff + 1
		return of(recn.Switch(p))
	}},
	{"an instance of a refused block", "depth=0", elaborate(func(m *rtlgen.Module) {
		u := rtlgen.Use(m, "u", prim.FIFO(prim.FIFOParams{Width: 8}))
		m.Output("y", u.Rdata)
	})},
	{"an array of a refused block", "depth=-1", elaborate(func(m *rtlgen.Module) {
		us := rtlgen.UseArray(m, "u", 3, prim.FIFO(prim.FIFOParams{Width: 8, Depth: -1}))
		rtlgen.Connect(rtlgen.Copy(us.Rdata, 1), rtlgen.Copy(us.Wdata, 2))
	})},
	{"an instance of nothing", "instance u has no module", elaborate(func(m *rtlgen.Module) { m.Instance("u", nil) })},
	{"a typed instance of nothing", "instance u has no module",
		elaborate(func(m *rtlgen.Module) { rtlgen.Use[prim.FIFOPorts](m, "u", nil) })},
	{"no copies", "it must be 1 to", elaborate(func(m *rtlgen.Module) {
		leaf := rtlgen.NewModule("leaf")
		leaf.Output("y", leaf.Zero(1))
		m.Output("y", m.InstanceArray("u", 0, leaf).Out("y"))
	})},
	{"a zero value", "a zero Value is used", elaborate(func(m *rtlgen.Module) { m.Output("y", rtlgen.Value{}) })},
	{"a register of another module", "belongs to module other",
		elaborate(func(m *rtlgen.Module) { m.Output("y", rtlgen.NewModule("other").Reg("r", 1, 0)) })},
	{"a register of another module set", "other", elaborate(func(m *rtlgen.Module) {
		other := rtlgen.NewModule("other")
		r := other.Reg("r", 1, 0)
		m.Output("y", r.Xor(m.Input("a", 1)))
	})},
	{"a bit too high", "", elaborate(func(m *rtlgen.Module) { m.Output("y", m.Input("a", 4).Bit(4)) })},
	{"a negative bit", "", elaborate(func(m *rtlgen.Module) { m.Output("y", m.Input("a", 4).Bit(-1)) })},
	{"a slice upside down", "", elaborate(func(m *rtlgen.Module) { m.Output("y", m.Input("a", 4).Slice(1, 3)) })},
	{"a negative width", "it must be 1 to", elaborate(func(m *rtlgen.Module) { m.Output("y", m.Input("a", -1)) })},
	{"a huge width", "it must be 1 to", elaborate(func(m *rtlgen.Module) { m.Output("y", m.Input("a", 1<<40)) })},
	{"a reset value that is no number", "a reset value must be an integer",
		elaborate(func(m *rtlgen.Module) { m.Output("y", m.Next("r", m.Input("a", 1), "zero")) })},
	{"an operand that is nil", "", elaborate(func(m *rtlgen.Module) { m.Output("y", m.Input("a", 1).Xor(nil)) })},
	{"an array without elements", "", elaborate(func(m *rtlgen.Module) {
		r := m.RegArray("r", 0, 4, 0)
		r.At(0).Set(m.Input("a", 4))
		m.Output("y", r.Flat())
	})},
	{"an element too high", "", elaborate(func(m *rtlgen.Module) {
		r := m.RegArray("r", 2, 1, 0)
		r.At(0).Set(1)
		r.At(5).Set(1)
		m.Output("y", r.Flat())
	})},
	{"a call after Elaborate", "comes after Elaborate", elaborate(func(m *rtlgen.Module) {
		m.Output("y", m.Input("a", 1))
		if err := of(m); err != nil {
			panic(err)
		}
		m.Reg("late", 1, 0)
	})},
	{"a module within itself", "no circuit can contain itself", elaborate(func(m *rtlgen.Module) { m.Instance("u", m) })},
	{"a port that an instance lacks", "has no input port none", elaborate(func(m *rtlgen.Module) {
		leaf := rtlgen.NewModule("leaf")
		leaf.Output("y", leaf.Zero(1))
		u := m.Instance("u", leaf)
		u.In("none", 1)
		m.Output("y", u.Out("y"))
	})},

	{"no design to emit", "verilog.Emit has no design",
		func() error { return second(verilog.Emit(nil, verilog.DefaultOptions())) }},
	{"no designs to emit", "verilog.EmitAll has no design",
		func() error { return second(verilog.EmitAll("x", nil, verilog.DefaultOptions())) }},
	{"no output to write", "WriteDir of no output", func() error { return (*verilog.Output)(nil).WriteDir("x") }},
	{"no design to simulate", "cyclesim.New has no design",
		func() error { return second(cyclesim.New(nil, cyclesim.Options{})) }},
	{"no input of that number", "SetInput(9, ...): design fifo_depth4",
		simulate(func(s cyclesim.Engine) error { s.SetInput(9, nil); return nil })},
	{"no output of that number", "Output(-1, ...): design fifo_",
		simulate(func(s cyclesim.Engine) error { s.Output(-1, nil); return nil })},
	{"no context of a run", "Run has no context", simulate(func(s cyclesim.Engine) error { return s.Run(none, 1) })},
	{"a negative run", "Run of -5 cycles", simulate(func(s cyclesim.Engine) error {
		return s.Run(context.Background(), -5)
	})},
	{"no sampler", "Attach has no sampler", simulate(func(s cyclesim.Engine) error { s.Attach(nil); return nil })},
	{"no writer of a waveform", "needs a writer",
		simulate(func(s cyclesim.Engine) error { return second(cyclesim.NewVCD(nil, s, cyclesim.VCDOptions{})) })},
	{"no engine of a waveform", "needs an engine",
		func() error { return second(cyclesim.NewVCD(io.Discard, nil, cyclesim.VCDOptions{})) }},

	{"empty bench", "the bench has no Block",
		func() error { return second(testbench.Verify(testbench.Bench{}, nil, testbench.Options{})) }},
	{"bench without model", "has no New", func() error {
		none := bench(func(b *testbench.Bench) { b.New, b.NewAfter = nil, nil })
		return second(testbench.Verify(none, nil, testbench.Options{}))
	}},
	{"bench without length", "has MinCycles 0", func() error {
		return second(testbench.Verify(bench(func(b *testbench.Bench) { b.MinCycles = 0 }), nil, testbench.Options{}))
	}},
	{"bench with negative resets", "has Resets -1", func() error {
		return second(testbench.Verify(bench(func(b *testbench.Bench) { b.Resets = -1 }), nil, testbench.Options{}))
	}},
	{"mutants of an empty bench", "the bench has no Block",
		func() error { return second(testbench.CheckMutants(testbench.Bench{}, nil, testbench.Options{})) }},
	{"resets of an empty bench", "the bench has no Block", func() error {
		return second(testbench.CheckResets(testbench.Bench{}, nil, nil, 0, testbench.Options{}))
	}},
	{"waveform of an empty bench", "the bench has no Block",
		func() error { return testbench.WriteWave(io.Discard, testbench.Bench{}, nil, testbench.Options{}) }},
	{"waveform of a bench to nowhere", "needs a writer", func() error {
		return testbench.WriteWave(nil, bench(func(*testbench.Bench) {}), nil, testbench.Options{Cycles: 10})
	}},
	{"test bench of an empty bench", "the bench has no Block", func() error {
		return testbench.WriteTestbench("x", testbench.Bench{}, nil, testbench.Options{}, verilog.DefaultOptions())
	}},
	{"device of nothing", "NewDevice has no block",
		func() error { return second(testbench.NewDevice(nil, nil, struct{}{}, struct{}{})) }},
	{"no block", "there is no block", func() error { return second((*blocks.Block)(nil).Elaborate(nil)) }},
	{"misspelt block", "it is not in the list, which has: async_fifo, cam, ",
		func() error { return second(blocks.Find(prim.Blocks(), "fifi").Elaborate(nil)) }},
	{"misspelt block of a bench", "block fifo: blocks/library/wrong_go_test.go:", func() error {
		return second(testbench.Verify(bench(func(b *testbench.Bench) { b.Block = blocks.Find(nil, "fifo") }), nil,
			testbench.Options{}))
	}},
	{"tree of schemes without numbers of their own", "RECN-IQ has 0 where 1 is expected", func() error {
		return second(fabric.TreeBlock(fabric.Schemes{recn.Scheme(), recn.Scheme()}).Elaborate(nil))
	}},
	{"tree without schemes", "there is no scheme", func() error { return second(fabric.TreeBlock(nil).Elaborate(nil)) }},
	{"network of a scheme that there is none", "scheme=9 is none of 0 RECN-IQ", func() error {
		return second(fabric.TreeBlock(library.Schemes()).Network(blocks.Values{"scheme": 9}))
	}},
	{"board that is none", "module adder is no board", func() error {
		m := rtlgen.NewModule("adder")
		m.Output("sum", m.Input("a", 4).Add(1))
		d, err := rtlgen.Elaborate(m)
		if err != nil {
			return err
		}
		return second(board.Simulate(context.Background(), d, 0, 8))
	}},
	{"block without function", "has no function Build",
		func() error { return second((&blocks.Block{Name: "b"}).Elaborate(nil)) }},

	{"lint without context", "lint.Run has no context", func() error { return second(lint.Run(none, nil)) }},
	{"lint of an empty form", "lint.Run has no Block in form 0",
		func() error { return second(lint.Run(context.Background(), make([]lint.Form, 1))) }},
	{"lint of no block", "there is no block", func() error { return second(lint.FormsWith(nil, nil)) }},
	{"synthesis without context", "synth.Run has no context",
		func() error { return second(synth.Run(none, nil, synth.Options{})) }},
	{"synthesis of no source", "synth.Run has no source in place 0", func() error {
		return second(synth.Run(context.Background(), make([]*synth.Source, 1), synth.Options{}))
	}},
	{"sources of no design", "has no design", func() error { return second(synth.ModuleSources(nil)) }},
	{"bitstream of no design", "synth.Bitstream has no design",
		func() error { return second(synth.Bitstream(context.Background(), nil, nil, "", 1)) }},
	{"measurement without context", "speed.Run has no context",
		func() error { return second(speed.Run(none, speed.Options{})) }},
	{"measurement of nothing", "speed.Run has no subject in place 0", func() error {
		return second(speed.Run(context.Background(), speed.Options{Subjects: make([]*speed.Subject, 1)}))
	}},
}

// TestWrongGoPrograms: each has one message, with the line of a program, and none panics.
func TestWrongGoPrograms(t *testing.T) {
	t.Parallel()
	assert.Assert(t, len(wrongPrograms) >= 60, "%d programs", len(wrongPrograms))
	for _, c := range wrongPrograms {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := c.call()
			assert.Assert(t, err != nil, "no error")
			text := err.Error()
			assert.Assert(t, strings.Contains(text, c.want), text)
			assert.Assert(t, !strings.Contains(text, "BUG"), text)
			if ds := rtlgen.Diagnostics(err); ds != nil {
				assert.Equal(t, len(ds), 1, text)
				text = ds[0].Error()
			}
			assert.Assert(t, strings.Contains(text, ".go:"), "no position: %s", text)
		})
	}
}
