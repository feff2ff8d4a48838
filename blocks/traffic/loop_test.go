package traffic_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
)

// loopPorts are the ports of two nodes joined back to back.
type loopPorts struct {
	_           rtlgen.Unit `name:"loop" doc:"two nodes joined back to back"`
	Stop        rtlgen.In   `width:"32" doc:"first cycle without new packets"`
	Load        rtlgen.In   `width:"17" doc:"of both nodes"`
	ReadAddress rtlgen.In   `width:"7" doc:"of the counters"`
	ReadData    rtlgen.Out  `lanes:"2" width:"64" doc:"the counters"`
	traffic.Receipt
}

// loop is two nodes, 0 and 32 of 64, joined back to back: by pattern 3 they send to each
// other.
func loop(p traffic.Params) *rtlgen.Typed[loopPorts] {
	m, io := rtlgen.New[loopPorts](nil)
	nodes := rtlgen.UseArray(m, "node", 2, traffic.Node(p))
	nodes.Node.Drive(rtlgen.Lanes(m.Const(8, 0), m.Const(8, 32)))
	now := m.Reg("now_q", 32, 0)
	now.Set(now.Add(1))
	nodes.Now.Broadcast(now)
	nodes.Enable.Broadcast(now.Ge(100).And(now.Lt(io.Stop)))
	nodes.Seed.Broadcast(7)
	nodes.Pattern.Broadcast(3)
	nodes.Measure.Broadcast(1)
	for _, off := range []rtlgen.In{nodes.HotRate, nodes.HotNode, nodes.HotCount, nodes.HotStart, nodes.HotEnd,
		nodes.Clear, nodes.Route.Valid, nodes.Route.Dst, nodes.Route.Turns} {
		off.Broadcast(0)
	}
	nodes.Load.Broadcast(io.Load)
	nodes.Read.Address.Broadcast(io.ReadAddress)
	for i := range 2 {
		rtlgen.Connect(rtlgen.Copy(nodes, i).Tx, rtlgen.Copy(nodes, 1-i).Rx)
	}
	io.ReadData.Drive(nodes.Read.Data)
	received, failed := nodes.Received, nodes.Error
	io.Received.Drive(received.Any())
	io.Error.Drive(failed.Any())
	io.Digest.Drive(nodes.Digest.Lane(0, 32).Xor(nodes.Digest.Lane(1, 32)))
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
