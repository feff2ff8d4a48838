package rtlgen_test

import (
	"reflect"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

type splitParams struct {
	N int `param:"n" default:"3" min:"1" max:"8" doc:"streams"`
}

// stream is a link of beats: F is their direction.
type stream[F, B rtlgen.Direction] struct {
	Tvalid F `doc:"a beat is there"`
	Tdata  F `width:"4" doc:"the beat"`
	Parts  F `lanes:"2" width:"n" doc:"parts of it"`
	Tready B `doc:"it is taken"`
}

type splitPorts struct {
	_     rtlgen.Unit                   `name:"swap" doc:"swaps streams" params:"n"`
	S     stream[rtlgen.In, rtlgen.Out] `lanes:"n,split" doc:"streams, receiving side"`
	M     stream[rtlgen.Out, rtlgen.In] `lanes:"n,split" doc:"streams, sending side"`
	Clear rtlgen.In                     `doc:"nothing may be granted"`
	Grant rtlgen.Out                    `lanes:"n,split" doc:"the stream may send"`
	Grid  struct {
		On rtlgen.In `lanes:"2,split" doc:"it is on"`
	} `lanes:"n,split" doc:"a grid"`
}

// swap reverses the order of the streams.
func swap(p splitParams) *rtlgen.Typed[splitPorts] {
	m, io := rtlgen.New[splitPorts](p)
	for i := range p.N {
		rtlgen.Connect(rtlgen.Lane(io.M, p.N-1-i), rtlgen.Lane(io.S, i))
	}
	io.Grant.Drive(io.S.Tvalid.AndNot(io.Clear.Replicate(p.N)).And(m.Next("on_q", io.Grid.On.Any(), 0).Replicate(p.N)))
	return m
}

func portNames(m *ir.Module) string {
	var names []string
	for _, p := range m.Ports {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}

func TestSplitPorts(t *testing.T) {
	t.Parallel()
	d, err := rtlgen.Elaborate(swap(splitParams{2}))
	assert.NilError(t, err)
	assert.Equal(t, portNames(d.Top), "s0_tvalid s0_tdata s0_parts s0_tready s1_tvalid s1_tdata s1_parts s1_tready "+
		"m0_tvalid m0_tdata m0_parts m0_tready m1_tvalid m1_tdata m1_parts m1_tready clear grant0 grant1 "+
		"grid0_on0 grid0_on1 grid1_on0 grid1_on1")
	ports := rtlgen.PortsOf(reflect.TypeFor[splitPorts]())
	assert.Equal(t, ports[1].Name, "s#_tdata")
	assert.DeepEqual(t, ports[2].Lanes, []string{"n", "2"})
	assert.Equal(t, ports[2].Split, 1)
	assert.Equal(t, ports[10].Name, "grid#_on#")
	assert.Equal(t, ports[10].Split, 2)
}
