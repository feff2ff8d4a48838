package traffic_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/traffic"
	"culprit/cyclesim"
	"culprit/rtlgen"
)

// loop is two nodes, 0 and 32 of 64, joined back to back: by pattern 3 they send to each
// other.
func loop(p traffic.Params) *rtlgen.Module {
	m := rtlgen.NewModule("loop")
	nodes := m.InstanceArray("node", 2, traffic.Node(p))
	nodes.In("node", rtlgen.Lanes(m.Const(8, 0), m.Const(8, 32)))
	now := m.Reg("now_q", 32, 0)
	now.Set(now.Add(1))
	nodes.Broadcast("now", now.Value)
	nodes.Broadcast("enable", now.Ge(100).And(now.Lt(m.Input("stop", 32))))
	for _, held := range []struct {
		name         string
		width, value int
	}{{"seed", 32, 7}, {"pattern", 2, 3}, {"hot_rate", 17, 0}, {"hot_node", 8, 0}, {"hot_start", 32, 0}, {"hot_end", 32, 0}, {"clear", 1, 0},
		{"measure", 1, 1}, {"route_valid", 1, 0}, {"route_dst", 8, 0}, {"route_turns", 31, 0}} {
		nodes.Broadcast(held.name, m.Const(held.width, held.value))
	}
	nodes.Broadcast("load", m.Input("load", 17))
	nodes.Broadcast("read_address", m.Input("read_address", 7))
	fields := p.Link.LinkFields()
	for i := range 2 {
		rtlgen.ConnectBundle(fields, nodes.Link("tx").Copy(i), nodes.Link("rx").Copy(1-i))
	}
	m.Output("read_data", nodes.Out("read_data"))
	m.Output("received", nodes.Out("received"))
	m.Output("error", nodes.Out("error"))
	m.Output("digest", nodes.Out("digest"))
	return m
}

// TestTwoNodes sends packets over a link with nothing in between: all arrive, in
// order, at the full rate.
func TestTwoNodes(t *testing.T) {
	for _, link := range []traffic.Link{traffic.Credit, traffic.RECN} {
		t.Run(link.String(), func(t *testing.T) {
			p := traffic.Defaults
			p.Link = link
			if link == traffic.Credit {
				p.Lines = 0
			}
			d, err := rtlgen.Elaborate(loop(p))
			assert.NilError(t, err)
			e, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
			assert.NilError(t, err)
			s := newPins(t, e)
			const cycles = 8000
			s.set("stop", cycles)
			s.set("load", 65536)
			s.run(cycles + 200)
			assert.Equal(t, len(e.Failures()), 0, "%v", e.Failures())
			assert.Equal(t, s.get("error")[0], uint64(0))
			made, sent, received := s.read(64), s.read(66), s.read(67)
			for i := range 2 {
				assert.Equal(t, made[i], uint64((cycles-100-33)/8), "made")
				assert.Equal(t, sent[i], made[i])
				assert.Equal(t, received[i], made[1-i])
			}
			// made: 2 cycles to the framer, 1 to beat 0, 7 to beat 7, 2 of the link, 1 of the pins.
			assert.Equal(t, s.read(69), [2]uint64{13, 13}, "largest latency")
			assert.Equal(t, s.read(76)[0], 10*made[0], "sum of network latencies")
		})
	}
}

// pins drives and reads the ports of a simulation by name.
type pins struct {
	t       testing.TB
	engine  cyclesim.Engine
	in, out map[string]int
}

func newPins(t testing.TB, e cyclesim.Engine) *pins {
	p := &pins{t: t, engine: e, in: map[string]int{}, out: map[string]int{}}
	for i, port := range e.Design().Top.Inputs() {
		p.in[port.Name] = i
	}
	for i, port := range e.Design().Top.Outputs() {
		p.out[port.Name] = i
	}
	return p
}

func (p *pins) set(name string, x uint64) { p.engine.SetInput(p.in[name], []uint64{x}) }

func (p *pins) get(name string) [2]uint64 {
	var words [2]uint64
	p.engine.Eval()
	p.engine.Output(p.out[name], words[:])
	return words
}

func (p *pins) run(cycles int) {
	assert.NilError(p.t, p.engine.Run(context.Background(), cycles))
}

// read reads a counter of both nodes.
func (p *pins) read(address uint64) [2]uint64 {
	p.set("read_address", address)
	p.run(2)
	return p.get("read_data")
}
