package rtlgen_test

import (
	"reflect"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// word is a packed struct.
type word struct {
	Kind rtlgen.Value `width:"2"`
	Body struct {
		High rtlgen.Value
		Low  rtlgen.Value `width:"n-1"`
	}
}

type ringPorts struct {
	_    rtlgen.Unit `name:"ring" doc:"two repeaters in a row" params:"n"`
	From half[rtlgen.In, rtlgen.Out]
	To   half[rtlgen.Out, rtlgen.In]
	Flag rtlgen.In  `lanes:"2*n" doc:"for both"`
	Sum  rtlgen.Out `width:"n+2" name:"total" doc:"of something"`
	Kind rtlgen.Out `width:"2" doc:"of the word"`
}

func ring(p pairParams) *rtlgen.Typed[ringPorts] {
	m, io := rtlgen.New[ringPorts](p)
	first, second := rtlgen.Use(m, "first", repeater(p)), rtlgen.Use(m, "second", repeater(p))
	rtlgen.Connect(first.Rx, io.From)
	rtlgen.Connect(second.Rx, first.Tx)
	rtlgen.Connect(io.To, second.Tx)
	first.Flag.Drive(io.Flag.Low(p.N))
	second.Flag.Drive(io.Flag.High(p.N))
	w := rtlgen.Unpack[word](m.Let("header", rtlgen.Cat(io.From.Data, io.Flag.Low(2))), rtlgen.Dims{"n": p.N})
	io.Sum.Drive(rtlgen.Pack(w))
	io.Kind.Drive(w.Kind)
	return m
}

func TestTypedPorts(t *testing.T) {
	d, err := rtlgen.Elaborate(ring(pairParams{N: 4}))
	assert.NilError(t, err)
	text := ir.Text(d)
	for _, line := range []string{
		"  input from_data 4\n", "  output from_back 1\n", "  output to_data 4\n", "  input to_back 1\n", "  input flag 8\n",
		"  output total 6\n",
		"    rx_data <- from_data\n", "    rx_data <- first.tx_data\n", "    tx_back <- second.rx_back\n",
		"    tx_back <- to_back\n", "    flag <- flag[3:0]\n",
		"  to_data = second.tx_data\n", "  from_back = first.rx_back\n",
		"  total = concat(header[5:4], header[3:3], header[2:0])\n", "  kind = header[5:4]\n",
	} {
		assert.Check(t, strings.Contains(text, line), "%q is missing in\n%s", line, text)
	}
	assert.Assert(t, !strings.Contains(text, "more"), text)
	port := d.Modules[0].Port("rx_data")
	assert.Equal(t, port.Doc, "word")
	assert.Equal(t, port.Group, "upstream")
}

func TestPortsOf(t *testing.T) {
	var got []string
	for _, p := range rtlgen.PortsOf(reflect.TypeFor[repeaterPorts]()) {
		got = append(got, strings.Join(append([]string{p.Name, p.Kind.String(), p.Width, strings.Join(p.Lanes, "*"), p.Group},
			p.If...), " "))
	}
	assert.DeepEqual(t, got, []string{
		"rx_data input n  upstream", "rx_back output 1  upstream", "rx_more input 1  upstream extra",
		"tx_data output n  downstream", "tx_back input 1  downstream", "tx_more output 1  downstream extra",
		"flag input 1 n ",
	})
}

func TestParameters(t *testing.T) {
	p := rtlgen.Default[pairParams]()
	assert.Equal(t, p, pairParams{N: 4, Extra: 0})
	list := rtlgen.Parameters[pairParams]()
	assert.Equal(t, len(list), 2)
	assert.Equal(t, list[0].Name, "n")
	list[0].Set(&p, 7)
	assert.Equal(t, list[0].Of(p), 7)
}

// TestQuiet has a parameter that a module mentions only where it is not at its default.
func TestQuiet(t *testing.T) {
	type ports struct {
		_ rtlgen.Unit `name:"quiet" doc:"a register" params:"n later"`
		D rtlgen.In   `width:"n*later" doc:"from here"`
		Q rtlgen.Out  `width:"n*later" doc:"to here"`
	}
	type params struct {
		N     int `param:"n" default:"4" min:"1" max:"8" doc:"bits"`
		Later int `param:"later" default:"1" min:"1" max:"8" quiet:"yes" doc:"words"`
	}
	build := func(p params) *ir.Module {
		m, io := rtlgen.New[ports](p)
		io.Q.Drive(m.Next("q_q", io.D, 0))
		d, err := rtlgen.Elaborate(m)
		assert.NilError(t, err)
		return d.Top
	}
	plain, wide := build(params{4, 1}), build(params{4, 3})
	assert.Equal(t, plain.Name, "quiet")
	assert.DeepEqual(t, plain.Params, []ir.Param{{Name: "n", Value: "4", Default: "4"}})
	assert.Equal(t, wide.Name, "quiet_later3")
	assert.Equal(t, len(wide.Params), 2)
}

// TestLanesAndBroadcast joins lanes of one module with copies of another.
func TestLanesAndBroadcast(t *testing.T) {
	type hubPorts struct {
		_  rtlgen.Unit                 `name:"hub" doc:"a copy per lane" params:"n"`
		Rx half[rtlgen.In, rtlgen.Out] `lanes:"3"`
		On rtlgen.In                   `lanes:"n" doc:"for all"`
	}
	m, io := rtlgen.New[hubPorts](pairParams{N: 4})
	us := rtlgen.UseArray(m, "u", 3, repeater(pairParams{N: 4}))
	for i := range 3 {
		rtlgen.Connect(rtlgen.Copy(us.Rx, i), rtlgen.Lane(io.Rx, 2-i))
		rtlgen.TieOff(rtlgen.Copy(us.Tx, i))
	}
	rtlgen.Broadcast(us.Flag, io.On)
	for _, out := range rtlgen.Readable(us.Tx) {
		m.Unused(out.Name, out)
	}
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	text := ir.Text(d)
	for _, line := range []string{
		"    rx_data <- concat(rx_data[3:0], rx_data[7:4], rx_data[11:8])\n", "    flag <- all on\n",
		"  rx_back[2:2] = u.rx_back[0:0]\n",
	} {
		assert.Check(t, strings.Contains(text, line), "%q is missing in\n%s", line, text)
	}
}
