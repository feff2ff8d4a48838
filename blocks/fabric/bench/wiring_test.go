package bench

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/fabric/golden"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// tree is a netlist of a tree and its two arrays.
type tree struct {
	p          rtl.Params
	design     *ir.Design
	nodes, sws *ir.Instance
}

func build(t *testing.T, change func(*rtl.Params)) *tree {
	t.Helper()
	p := rtl.Defaults
	p.Schemes = schemes
	change(&p)
	d, err := rtlgen.Elaborate(rtl.Tree(p))
	assert.NilError(t, err)
	u := &tree{p: p, design: d}
	for _, in := range d.Top.Instances {
		switch in.Name {
		case "node":
			u.nodes = in
		case "sw":
			u.sws = in
		}
	}
	return u
}

// TestWiring finds out for every bit of every link field where it comes from in
// the netlist: it must be the other end in the golden network.
func TestWiring(t *testing.T) {
	tiers.Long(t, "the wires of all fabrics")
	for _, c := range []struct{ ports, levels, copies int }{{8, 2, 1}, {8, 3, 1}, {8, 4, 1}, {8, 2, 3}, {4, 3, 1},
		{16, 2, 1}, {4, 1, 1}, {8, 1, 2}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			u := build(t, func(p *rtl.Params) { p.Ports, p.Levels, p.Copies = c.ports, c.levels, c.copies })
			net := golden.NewNetwork(c.ports, c.levels)
			assert.Equal(t, u.nodes.Count, c.copies*len(net.Nodes))
			assert.Equal(t, u.sws.Count, c.copies*c.levels*len(net.Switches[0]))
			for copy := range c.copies {
				for n, far := range net.Nodes {
					u.checkEnd(t, net, copy, u.nodes, n, 0, 1, far)
				}
				for _, row := range net.Switches {
					for _, s := range row {
						for i, far := range s.Ports {
							u.checkEnd(t, net, copy, u.sws, number(net, s), i, c.ports, far)
						}
					}
				}
			}
		})
	}
}

// number is the position of a switch in the array of one tree.
func number(net *golden.Network, s *golden.Switch) int {
	return s.Level*len(net.Switches[0]) + s.Number
}

// checkEnd looks at all fields that come in at port lane of a unit.
func (u *tree) checkEnd(t *testing.T, net *golden.Network, copy int, in *ir.Instance, unit, lane, lanes int,
	far golden.Far) {
	t.Helper()
	for _, c := range in.Conns {
		other, ok := map[string]string{"rx": "tx", "tx": "rx"}[c.Port.Name[:2]]
		if !ok || c.Port.Name[2] != '_' {
			continue
		}
		width := c.Port.Width / lanes
		for bit := range width {
			at := (copy*in.Count/u.p.Copies+unit)*c.Port.Width + lane*width + bit
			from, port, got := origin(c.Value, at)
			name := fmt.Sprintf("%s_%d.%s port %d bit %d", in.Name, unit, c.Port.Name, lane, bit)
			if far.Node < 0 && far.Switch == nil {
				assert.Assert(t, from == nil && got == 0, "%s must be 0", name)
				continue
			}
			want, wantAt := u.nodes, copy*len(net.Nodes)+far.Node
			if far.Switch != nil {
				want = u.sws
				wantAt = (copy*u.sws.Count/u.p.Copies+number(net, far.Switch))*u.p.Ports + far.Port
			}
			if from != want || port != other+c.Port.Name[2:] || got != wantAt*width+bit {
				t.Fatalf("%s comes from bit %d of %v", name, got, port)
			}
		}
	}
}

// origin finds which bit of which instance output a bit of wiring is; for a
// constant, the instance is nil and the number is the bit's value.
func origin(n *ir.Node, bit int) (*ir.Instance, string, int) {
	switch n.Op {
	case ir.OpInstOut:
		return n.Inst, n.Port.Name, bit
	case ir.OpConst:
		return nil, "", int(n.Const.Bit(bit))
	case ir.OpSlice:
		return origin(n.Args[0], n.Lo+bit)
	case ir.OpLane:
		return origin(n.Args[0], int(n.Args[1].Const.Int64())*n.Width+bit)
	case ir.OpConcat:
		for i := len(n.Args) - 1; i >= 0; i-- {
			if bit < n.Args[i].Width {
				return origin(n.Args[i], bit)
			}
			bit -= n.Args[i].Width
		}
	}
	panic("BUG: a link passes through " + n.Op.String())
}
