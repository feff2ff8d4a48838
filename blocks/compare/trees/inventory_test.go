package trees

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

// TestInventory counts in switches of two sizes, over all their copies of ports.
func TestInventory(t *testing.T) {
	for _, c := range []struct{ ports, slots, saqs int }{{4, 16, 2}, {8, 64, 0}} {
		l, ok, err := elaborated("recn_switch", map[string]int{"ports": c.ports, "slots": c.slots, "saqs": c.saqs})
		assert.NilError(t, err)
		assert.Assert(t, ok)
		assert.Equal(t, l.bits["packet_ram"], c.ports*c.slots*packetBits)
		assert.Equal(t, l.elements["packet_ram"], c.ports*c.slots*8)
		assert.Equal(t, l.elements["head_q"], c.ports*(1+c.saqs))
	}
	_, ok, err := elaborated("recn_switch", map[string]int{"ports": 32})
	assert.NilError(t, err)
	assert.Assert(t, !ok, "such a switch cannot be built")
	_, ok, err = elaborated("no_switch", nil)
	assert.NilError(t, err)
	assert.Assert(t, !ok)
}

// TestNetlistClaimCanFail compares netlists with the formula of another size.
func TestNetlistClaimCanFail(t *testing.T) {
	old := built[0].given
	defer func() { built[0].given = old }()
	built[0].given = func(s sizes) map[string]int {
		s.saqs--
		return old(s)
	}
	c, err := netlistClaim(sizes{nodes: 64, saqs: 4, detectSlots: 2, saqsSlots: 2}, []int{8})
	assert.NilError(t, err)
	v := verdict(t, c)
	assert.Equal(t, v.State, experiment.Fails)
	assert.Assert(t, v.Conditions[0].State == experiment.Fails && v.Conditions[1].State == experiment.Fails)
	for _, f := range v.Conditions[2:] {
		assert.Equal(t, f.State, experiment.Holds, f.What)
	}
}
