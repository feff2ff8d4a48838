package fabric_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// schemes are those of the families, in another order than that of their numbers.
var schemes = fabric.Schemes{cioqrecn.Scheme(), recn.Scheme(), voq.SwScheme(), voq.NetScheme()}

func block(t *testing.T, name string) *blocks.Block {
	t.Helper()
	for _, b := range fabric.Blocks(schemes) {
		if b.Name == name {
			return b
		}
	}
	t.Fatal("no block " + name)
	return nil
}

// TestElaborate builds trees of all schemes and sizes, and counts what is in them.
func TestElaborate(t *testing.T) {
	tiers.Long(t, "the largest fabrics")
	for _, given := range []map[string]int{
		{},
		{"saqs": 0},
		{"levels": 3, "saqs": 8, "slots": 18, "detect": 255, "xoff": 1, "xon": 1, "link_latency": 16, "ready_bit": 0},
		{"levels": 4, "saqs": 1, "link_latency": 1, "queue": 16},
		{"copies": 16, "queue": 65536},
		{"levels": 3, "copies": 4, "saqs": 2},
		{"levels": 1, "ports": 4},
		{"scheme": 1, "slots": 8},
		{"scheme": 1, "levels": 3},
		{"scheme": 2, "depth": 16},
		{"scheme": 2, "levels": 4, "depth": 2},
		{"scheme": 3},
		{"ports": 4, "levels": 4, "copies": 8},
		{"ports": 16, "slots": 10},
		{"ports": 16, "scheme": 2},
		{"scheme": 3, "levels": 4, "saqs": 8, "slots": 256},
	} {
		t.Run(fmt.Sprint(given), func(t *testing.T) {
			b := block(t, "fabric_tree")
			d, err := b.Elaborate(given)
			assert.NilError(t, err)
			v, err := b.Resolve(given)
			assert.NilError(t, err)
			assert.Equal(t, copies(d.Top, "node"), v["copies"]*sizeOf(v["ports"], v["levels"]).Nodes())
			assert.Equal(t, copies(d.Top, "sw"), v["copies"]*sizeOf(v["ports"], v["levels"]).Switches())
		})
	}
}

func sizeOf(ports, levels int) fabric.Params { return fabric.Params{Ports: ports, Levels: levels} }

func copies(m *ir.Module, instance string) int {
	for _, in := range m.Instances {
		if in.Name == instance {
			return in.Count
		}
	}
	return 0
}

// TestSizes: the papers' networks.
func TestSizes(t *testing.T) {
	for _, c := range []struct{ ports, levels, nodes, switches int }{{8, 2, 16, 8}, {8, 3, 64, 48}, {8, 4, 256, 256},
		{16, 2, 64, 16}, {4, 2, 4, 4}, {4, 1, 4, 1}, {16, 1, 16, 1}} {
		assert.Equal(t, sizeOf(c.ports, c.levels).Nodes(), c.nodes)
		assert.Equal(t, sizeOf(c.ports, c.levels).Switches(), c.switches)
	}
}

// TestRefuses: what cannot be built is refused with what to do instead.
func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		given map[string]int
		want  string
	}{
		{map[string]int{"levels": 5},
			"block fabric_tree: parameter levels=5 is out of range: give 1 to 4 (levels of switches; (ports/2)^levels nodes, or 1: one switch with a node at every port)"},
		{map[string]int{"ports": 6},
			"block fabric_tree: a tree cannot have switches of ports=6, not even of levels=1: give 4, 8 or 16"},
		{map[string]int{"ports": 6, "levels": 1},
			"block fabric_tree: a tree cannot have switches of ports=6, not even of levels=1: give 4, 8 or 16"},
		{map[string]int{"ports": 2, "levels": 1},
			"block fabric_tree: parameter ports=2 is out of range: give 4 to 16 (ports of a switch; in a tree, also in one of levels=1: 4, 8 or 16)"},
		{map[string]int{"ports": 16, "levels": 3},
			"block fabric_tree: levels=3 of switches with ports=16 make 512 nodes, more than 256: give at most levels=2"},
		{map[string]int{"scheme": 4},
			"block fabric_tree: parameter scheme=4 is out of range: give 0 to 3 (0 RECN-IQ, 1 VOQsw, 2 VOQnet, 3 RECN-CIOQ)"},
		{map[string]int{"levels": 3, "copies": 5},
			"block fabric_tree: copies=5 of levels=3 make 320 nodes and 240 switches, the counter readback can tell 256 of each apart: give at most copies=4"},
		{map[string]int{"slots": 9},
			"block fabric_tree: slots=9 is too few for saqs=4: give at least 10 slots (2 for the cold queue, 2 per SAQ), or at most saqs=3"},
		{map[string]int{"xon": 11},
			"block fabric_tree: the thresholds are in the wrong order: xon=11 must not be above xoff=10"},
		{map[string]int{"scheme": 2, "depth": 3}, "block fabric_tree: depth=3 is no power of two: give 2, 4, 8 or 16"},
		{map[string]int{"scheme": 3, "saqs": 0},
			"block fabric_tree: scheme=3 (RECN-CIOQ) needs set-aside queues: give at least saqs=1"},
		{map[string]int{"scheme": 3, "slots": 9},
			"block fabric_tree: slots=9 is too few for saqs=4: give at least 10 slots (2 for the standard queue, 2 per SAQ), or at most saqs=3"},
	} {
		_, err := block(t, "fabric_tree").Resolve(c.given)
		assert.Error(t, err, c.want)
	}
	_, err := block(t, "tree_route").Resolve(map[string]int{"levels": 0})
	assert.Error(t, err,
		"block tree_route: parameter levels=0 is out of range: give 1 to 4 (levels of switches; (ports/2)^levels nodes, or 1: one switch with a node at every port)")
	// What a scheme does not have cannot be wrong.
	_, err = block(t, "fabric_tree").Resolve(map[string]int{"scheme": 1, "slots": 9, "depth": 3, "xon": 11})
	assert.NilError(t, err)
}

// TestNumbersOfSchemes: schemes have the numbers 0, 1, 2 ..., and all that a tree needs. The
// message has the line that lists them.
func TestNumbersOfSchemes(t *testing.T) {
	for _, c := range []struct {
		list fabric.Schemes
		want string
	}{
		{fabric.Schemes{recn.Scheme(), cioqrecn.Scheme()},
			"the numbers of schemes must be 0, 1, 2 ..., and RECN-CIOQ has 3 where 1 is expected"},
		{fabric.Schemes{recn.Scheme(), recn.Scheme()},
			"the numbers of schemes must be 0, 1, 2 ..., and RECN-IQ has 0 where 1 is expected"},
		{fabric.Schemes{{Name: "own"}}, "scheme 0, own, has no Link, Switch or Conserved: give all three"},
		{nil, "there is no scheme: give one at least"},
	} {
		_, err := blocks.Find(fabric.Blocks(c.list), "fabric_tree").Elaborate(nil)
		assert.ErrorContains(t, err, "block fabric_tree: blocks/fabric/fabric_test.go:")
		assert.ErrorContains(t, err, ": "+c.want)
	}
}

// TestTopology: every end of a tree has one link each way, or is open.
func TestTopology(t *testing.T) {
	for _, c := range []struct{ ports, levels int }{{8, 2}, {8, 3}, {8, 4}, {4, 3}, {16, 2}, {4, 1}} {
		top := fabric.TreeTopology(c.ports, c.levels).Copies(2)
		assert.Equal(t, top.Nodes, 2*sizeOf(c.ports, c.levels).Nodes())
		assert.Equal(t, top.Switches, 2*sizeOf(c.ports, c.levels).Switches())
		from, to, back := map[fabric.End]int{}, map[fabric.End]int{}, map[fabric.Link]bool{}
		for _, l := range top.Links {
			from[l.From]++
			to[l.To]++
			back[fabric.Link{From: l.To, To: l.From}] = true
		}
		for _, l := range top.Links {
			assert.Assert(t, back[l], "%v has no link back", l)
		}
		for _, e := range top.Open {
			from[e]++
			to[e]++
		}
		assert.Equal(t, len(from), top.Nodes+c.ports*top.Switches)
		for e, n := range from {
			assert.Assert(t, n == 1 && to[e] == 1, "%v: %d links from it, %d to it", e, n, to[e])
		}
	}
}
