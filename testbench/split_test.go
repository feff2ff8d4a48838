package testbench_test

import (
	"math/rand"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
)

type turnParams struct {
	N int `param:"n" default:"2" min:"1" max:"4" doc:"streams of a part"`
}

// turnStream is a link whose lanes are split: F is the direction of the beats.
type turnStream[F, B rtlgen.Direction] struct {
	Tvalid F `doc:"a beat is there"`
	Tdata  F `width:"5" doc:"the beat"`
	Parts  F `lanes:"2" width:"3" doc:"parts of it"`
	Tready B `doc:"it is taken"`
}

type turnPorts struct {
	_    rtlgen.Unit                       `name:"turn" doc:"streams in the other order" params:"n"`
	S    turnStream[rtlgen.In, rtlgen.Out] `lanes:"n,split" doc:"streams in"`
	M    turnStream[rtlgen.Out, rtlgen.In] `lanes:"n,split" doc:"streams out"`
	Mode rtlgen.In                         `width:"2" doc:"added to the beats"`
	Busy rtlgen.Out                        `lanes:"n,split" doc:"a beat has come; a register"`
}

func turn(p turnParams) *rtlgen.Typed[turnPorts] {
	m, io := rtlgen.New[turnPorts](p)
	for i := range p.N {
		s, t := rtlgen.Lane(io.S, i), rtlgen.Lane(io.M, p.N-1-i)
		t.Tvalid.Drive(s.Tvalid)
		t.Tdata.Drive(s.Tdata.Add(io.Mode.Zext(5)))
		t.Parts.Drive(rtlgen.Lanes(s.Parts.At(1), s.Parts.At(0)))
		s.Tready.Drive(t.Tready)
	}
	io.Busy.Drive(m.Next("busy_q", io.S.Tvalid, 0))
	return m
}

type turnsPorts struct {
	_    rtlgen.Unit                       `name:"turns" doc:"two parts with split lanes, side by side" params:"n"`
	S    turnStream[rtlgen.In, rtlgen.Out] `lanes:"2,split" doc:"of stream 0 of each part"`
	M    turnStream[rtlgen.Out, rtlgen.In] `lanes:"2*n" doc:"streams out, packed"`
	Mode rtlgen.In                         `width:"2" doc:"of all parts"`
	Busy rtlgen.Out                        `lanes:"2*n,split" doc:"of all streams of the parts"`
}

// turns connects split lanes of an array of instances with ports that are split and packed.
func turns(p turnParams) *rtlgen.Typed[turnsPorts] {
	m, io := rtlgen.New[turnsPorts](p)
	part := rtlgen.UseArray(m, "part", 2, turn(p))
	rtlgen.Connect(part.M, io.M)
	part.Mode.Broadcast(io.Mode)
	for c := range 2 {
		s := rtlgen.Copy(part.S, c)
		rtlgen.Connect(rtlgen.Lane(s, 0), rtlgen.Lane(io.S, c))
		for i := 1; i < p.N; i++ {
			rtlgen.TieOff(rtlgen.Lane(s, i))
		}
	}
	io.Busy.Drive(part.Busy)
	m.Unused("ready", part.S.Tready)
	return m
}

type turnsIn struct {
	S struct {
		Tvalid []bool
		Tdata  []uint8
		Parts  [][]uint8
	} `port:"s#_,prefix"`
	Ready []bool `port:"m_tready"`
	Mode  int
}

type turnsOut struct {
	Ready []bool  `port:"s#_tready"`
	Valid []bool  `port:"m_tvalid"`
	Data  []uint8 `port:"m_tdata" valid:"Valid"`
	Parts []uint8 `port:"m_parts"`
	Busy  []bool  `port:"busy#"`
}

func newTurnsIn(n int) turnsIn {
	in := turnsIn{Ready: make([]bool, 2*n)}
	in.S.Tvalid, in.S.Tdata = make([]bool, 2), make([]uint8, 2)
	in.S.Parts = [][]uint8{{0, 0}, {0, 0}}
	return in
}

func newTurnsOut(n int) turnsOut {
	return turnsOut{make([]bool, 2), make([]bool, 2*n), make([]uint8, 2*n), make([]uint8, 4*n), make([]bool, 2*n)}
}

// turnsModel is the golden model.
type turnsModel struct {
	n    int
	busy [2]bool
}

func (g *turnsModel) step(in turnsIn) turnsOut {
	out := newTurnsOut(g.n)
	for c := range 2 {
		last := c*g.n + g.n - 1 // stream 0 leaves as the last one
		out.Valid[last] = in.S.Tvalid[c]
		for i := range g.n {
			out.Data[c*g.n+i] = uint8(in.Mode)
		}
		out.Data[last] = (in.S.Tdata[c] + uint8(in.Mode)) & 31
		out.Parts[2*last], out.Parts[2*last+1] = in.S.Parts[c][1], in.S.Parts[c][0]
		out.Ready[c] = in.Ready[last]
	}
	out.Busy[0], out.Busy[g.n] = g.busy[0], g.busy[1]
	g.busy = [2]bool(in.S.Tvalid)
	return out
}

func turnsBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(turns), MinCycles: 400,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			g := &turnsModel{n: v["n"]}
			in := newTurnsIn(g.n)
			drive := func(int) turnsIn {
				for i := range in.Ready {
					in.Ready[i] = rng.Intn(2) > 0
				}
				for c := range 2 {
					in.S.Tvalid[c], in.S.Tdata[c] = rng.Intn(2) > 0, uint8(rng.Intn(32))
					in.S.Parts[c] = []uint8{uint8(rng.Intn(8)), uint8(rng.Intn(8))}
				}
				in.Mode = rng.Intn(4)
				return in
			}
			return testbench.NewCase(newTurnsIn(g.n), newTurnsOut(g.n), g.step, drive, nil)
		},
	}
}

// TestSplitLanes: split lanes in a module, of an array of instances, joined with packed ones,
// in the golden model by their names, on all engines and in Verilog.
func TestSplitLanes(t *testing.T) {
	t.Parallel()
	both := append([]string{"reference", "compiled"}, tiers.Outside("verilator", "icarus")...)
	for n, engines := range map[int][]string{1: nil, 2: both, 4: nil} {
		r, err := testbench.Verify(turnsBench(), map[string]int{"n": n},
			testbench.Options{Seed: 3, Engines: engines, WorkDir: t.TempDir()})
		assert.NilError(t, err)
		assert.Assert(t, r.Passed, "%v", r.Problems())
	}
}

// TestSplitLanesOfDevice drives a block on an engine by the names of its fields.
func TestSplitLanesOfDevice(t *testing.T) {
	t.Parallel()
	d, err := testbench.NewDevice(blocks.Of(turns), nil, newTurnsIn(2), newTurnsOut(2))
	assert.NilError(t, err)
	in := newTurnsIn(2)
	in.S.Tvalid[1], in.S.Tdata[1], in.S.Parts[1], in.Mode = true, 30, []uint8{5, 6}, 3
	out := d.Step(in)
	assert.NilError(t, d.Err())
	assert.DeepEqual(t, out.Data, []uint8{3, 3, 3, 1})
	assert.DeepEqual(t, out.Parts, []uint8{0, 0, 0, 0, 0, 0, 6, 5})
	assert.DeepEqual(t, d.Step(newTurnsIn(2)).Busy, []bool{false, false, true, false})
	in.S.Parts = in.S.Parts[:1]
	d.Step(in)
	assert.ErrorContains(t, d.Err(), "field Parts has 1 elements, and 2 in the prototype")
}

// TestSplitContract: the tables of a contract have a row for all lanes of a port.
func TestSplitContract(t *testing.T) {
	t.Parallel()
	text := blocks.Of(turn).Interface()
	for _, row := range []string{
		"| `s#_tdata` | in | 5 | the beat (# is 0 to n-1) |\n",
		"| `s#_parts` | in | 2 × 3 | parts of it (# is 0 to n-1) |\n",
		"| `busy#` | out | 1 | a beat has come; a register (# is 0 to n-1) |\n",
	} {
		assert.Assert(t, strings.Contains(text, row), "no %q in\n%s", row, text)
	}
}

// TestWrongSplitFields: fields that do not fit split lanes are named.
func TestWrongSplitFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want string
		make func() error
	}{
		{"field S stands for ports z#_tready, and the block has none", func() error {
			_, err := testbench.NewDevice(blocks.Of(turns), nil, newTurnsIn(2), struct {
				S []bool `port:"z#_tready"`
			}{make([]bool, 2)})
			return err
		}},
		{"field Ready has 3 elements in the prototype, and the block has 2 ports s#_tready", func() error {
			out := newTurnsOut(2)
			out.Ready = make([]bool, 3)
			_, err := testbench.NewDevice(blocks.Of(turns), nil, newTurnsIn(2), out)
			return err
		}},
		{"field Ready is bool: ports s#_tready need a slice", func() error {
			_, err := testbench.NewDevice(blocks.Of(turns), nil, newTurnsIn(2), struct {
				Ready bool `port:"s#_tready"`
			}{})
			return err
		}},
	} {
		assert.ErrorContains(t, c.make(), c.want)
	}
}
