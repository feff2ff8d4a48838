package spineleaf_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestFabricMessages are the messages about wrong parameters.
func TestFabricMessages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		params map[string]int
		want   string
	}{
		{map[string]int{"frame_units": 6},
			"block qcn_fabric: frame_units=6 is no power of two: the place of a frame is a part of the address in the output buffer"},
		{map[string]int{"frame_units": 16, "in_units": 16},
			"block qcn_fabric: frame_units=16 is not below in_units=16: the longest frame would never be stored"},
		{map[string]int{"leaf_q_eq": 110080},
			"block qcn_fabric: leaf_q_eq=110080 bytes is not below leaf_q_high=430 units of 256 bytes: PAUSE would keep the queue below its equilibrium: give leaf_q_eq up to 110079, or a larger leaf_q_high"},
		{map[string]int{"spines": 0},
			"block qcn_fabric: parameter spines=0 is out of range: give 1 to 64 (spine switches, each with a link to every leaf)"},
		{map[string]int{"leaves": 65, "ports": 2},
			"block qcn_fabric: leaves=65 with ports=2 are 256 VOQs of a priority, of which deterministic occupancy sampling (dos=1) compares at most 64: give dos=0, or fewer leaves or ports"},
		{map[string]int{"leaf_q_low": 430},
			"block qcn_fabric: leaf_q_low=430 is not below leaf_q_high=430: GO would follow STOP at once: give leaf_q_low up to 429, or a larger leaf_q_high"},
		{map[string]int{"leaf_headroom": 157},
			"block qcn_fabric: leaf_q_high=430 leaves 156 of in_units=586 for what comes after STOP, less than leaf_headroom=157: give leaf_q_high up to 429, or more in_units"},
		{map[string]int{"cable": 100},
			"block qcn_fabric: leaf_headroom=130 units are less than may come after STOP on cable=100 m at line_rate=10 Gbit/s with frames of frame_units=8: give leaf_headroom from 134 on, a shorter cable or shorter frames"},
		{map[string]int{"cable": 3, "line_rate": 100},
			"block qcn_fabric: leaf_headroom=130 units are less than may come after STOP on cable=3 m at line_rate=100 Gbit/s with frames of frame_units=8: give leaf_headroom from 714 on, a shorter cable or shorter frames"},
		{map[string]int{"pause_refresh": 65000},
			"block qcn_fabric: pause_refresh=65000 with pause_reaction=1024 is more than pause_quanta=65535: a STOP would end before its repetition is obeyed: give pause_refresh up to 64511, or 0"},
		{map[string]int{"pause_reaction": 41},
			"block qcn_fabric: pause_reaction=41 is less than a PAUSE frame takes behind the longest frame (frame_units=8): give pause_reaction from 42 on"},
	} {
		_, err := blocks.Find(spineleaf.Blocks(), "qcn_fabric").Resolve(c.params)
		assert.Error(t, err, c.want)
	}
	_, err := blocks.Find(spineleaf.Blocks(), "qcn_network").Resolve(map[string]int{"pause_quanta": 500})
	assert.Error(t, err,
		"block qcn_network: pause_quanta=500 leaves no time for pause_reaction=1024: a STOP would end before its repetition is obeyed: give pause_quanta from 1026 on, or a smaller pause_reaction")
}

// TestPapersFabric elaborates the paper's fabric and counts in its netlist: 640 ports of
// servers at 128 leaves, and 32 spines with a link to each of these, whose links together
// have 8/5 of the rate of a leaf's servers. A fabric with a spine less has another number.
func TestPapersFabric(t *testing.T) {
	t.Parallel()
	type numbers struct{ servers, leaves, spines, uplinks, downlinks int }
	count := func(spines int) (n numbers) {
		d, err := blocks.Find(spineleaf.Blocks(), "qcn_fabric").
			Elaborate(map[string]int{"leaves": 128, "ports": 5, "spines": spines, "dos": 0})
		assert.NilError(t, err)
		for _, port := range d.Top.Ports {
			if port.Name == "rx_valid" {
				n.servers = port.Width
			}
		}
		for _, in := range d.Top.Instances {
			for _, port := range in.Of.Ports {
				switch in.Name + " " + port.Name {
				case "leaf up_valid":
					n.leaves, n.uplinks = in.Count, port.Width
				case "spine down_valid":
					n.spines, n.downlinks = in.Count, port.Width
				}
			}
		}
		return n
	}
	paper := numbers{servers: 4 * 32 * 5, leaves: 128, spines: 32, uplinks: 32, downlinks: 128}
	assert.Equal(t, count(32), paper)
	assert.Assert(t, count(31) != paper)
	p := rtlgen.Default[spineleaf.FabricParams]()
	const ofServer, ofUplink = 100, 25 // Gb/s
	assert.Equal(t, p.RateNum*5*ofServer, p.RateDen*paper.uplinks*ofUplink, "over-provisioning of 8:5")
}
