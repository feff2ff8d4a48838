package trees

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

func TestWrongSettings(t *testing.T) {
	for _, c := range []struct {
		experiment, name, value, want string
	}{
		{"recn-uniform", "nodes", "32", "setting nodes=32 is not possible: give 16, 64, 256"},
		{"recn-uniform", "nodes", "", "setting nodes= is empty"},
		{"recn-uniform", "saqs", "0,,4", "setting saqs=0,,4 has an empty value"},
		{"recn-uniform", "saqs", "four",
			"setting saqs=four is not a number: give a whole number from 0 to 8; several with commas (set-aside queues per port of recn-iq)"},
		{"recn-uniform", "saqs", "9", "setting saqs=9 is out of range"},
		{"recn-uniform", "saqs", "-1", "setting saqs=-1 is out of range"},
		{"recn-uniform", "saqs", "2.5", "setting saqs=2.5 is not a whole number"},
		{"recn-uniform", "saqs", "4,2,4", "setting saqs=4,2,4 has 4 twice"},
		{"recn-uniform", "saqs", "4,4.0", "has 4 twice"},
		{"recn-uniform", "loads", "1.5", "setting loads=1.5 is out of range: give a number from 0.01 to 1"},
		{"recn-uniform", "loads", "NaN", "setting loads=NaN is not a number"},
		{"recn-uniform", "loads", "0x1p-2", "is not a number"},
		{"recn-uniform", "warmup", "1,2", `setting warmup takes one value, and got "1,2"`},
		{"recn-uniform", "warmup", "none",
			"setting warmup=none is not a number: give a whole number from 0 to 1000000, or auto"},
		{"recn-uniform", "measure", "1e99", "setting measure=1e99 is out of range"},
		{"recn-uniform", "schemes", "voq", "setting schemes=voq is not possible: give recn-iq, voqsw, voqnet, recn-cioq"},
		{"recn-uniform", "sakhs", "1", `recn-uniform has no setting "sakhs"; it has: nodes, saqs`},
		{"recn-hotspot", "hot_percent", "0", "setting hot_percent=0 is out of range"},
		{"recn-uniform", "fault", "loss", "setting fault=loss is not possible: give none, credit_loss"},
		{"recn-uniform", "fault_link", "", "setting fault_link= is empty: give name of a link such as"},
		{"recn-uniform", "fault_cycle", "0.5", "setting fault_cycle=0.5 is not a whole number"},
		{"recn-memory", "ports", "4", "setting ports=4 is out of range"},
	} {
		_, err := experiment.Find(Experiments(), c.experiment).Resolve(map[string]string{c.name: c.value})
		assert.ErrorContains(t, err, c.want)
	}
}

// TestSettingsThatDoNotFit have values in their ranges that do not go together.
func TestSettingsThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		experiment string
		given      map[string]string
		want       string
	}{
		{"recn-uniform", map[string]string{"xon": "11"}, "wrong order: xon=11 must not be above xoff=10"},
		{"recn-uniform", map[string]string{"slots": "16"}, "slots=16 is too few for saqs=8: give at least slots=18"},
		{"recn-uniform", map[string]string{"schemes": "voqsw", "loads": "0.4"}, "leave nothing to run"},
		{"recn-uniform", map[string]string{"loads": "0.5", "curve_seeds": "0"}, "leave nothing to run"},
		{"recn-hotspot", map[string]string{"nodes": "16", "hot_node": "16"},
			"hot_node=16 is not in a network of nodes=16: give 0 to 15"},
		{"recn-hotspot", map[string]string{"settle": "12500"},
			"settle=12500 packet times leaves nothing of the hot phase of 12500 packet times (hot_cycles=100000): give settle at most 12499"},
		{"recn-hotspot", map[string]string{"total": "22000"},
			"total=22000 packet times is too short to see the recovery: give at least total=28500"},
	} {
		e := experiment.Find(Experiments(), c.experiment)
		v, err := e.Resolve(c.given)
		assert.NilError(t, err)
		_, err = e.Plan(v, []uint32{1})
		assert.ErrorContains(t, err, c.want)
	}
}

// TestDefaultsAreThePapers has no deviations in a call without settings.
func TestDefaultsAreThePapers(t *testing.T) {
	for _, e := range Experiments() {
		assert.DeepEqual(t, plan(t, e.Name, nil, 1).Deviations, []string(nil))
	}
	p := plan(t, "recn-uniform", map[string]string{"xoff": "20", "nodes": "16", "measure": "500"}, 1)
	assert.DeepEqual(t, p.Deviations, []string{"xoff=20", "measure=500"})
}

// TestSeeds runs what costs most with all seeds, the rest with the first ones.
func TestSeeds(t *testing.T) {
	count := func(name string, given map[string]string, is func(Point) bool) (n int) {
		for _, p := range plan(t, name, given, 5, 6, 7).Points {
			if is(typed(p)) {
				n++
			}
		}
		return n
	}
	other := func(p Point) bool { return p.Scheme != RECNIQ }
	curve := func(p Point) bool { return p.Load < 1 }
	both := map[string]string{"schemes": "recn-iq,voqsw", "saqs": "4", "compare_seeds": "1"}
	assert.Equal(t, count("recn-uniform", both, other), 3)
	assert.Equal(t, count("recn-uniform", both, curve), 10+2+2, "with both rules, and VOQsw")
	assert.Equal(t, count("recn-hotspot", both, other), 1)
	assert.Equal(t, count("recn-hotspot", both,
		func(p Point) bool { return p.Hot.Percent > 0 && p.Scheme == RECNIQ && p.Variant == "" }), 3*3,
		"two loads with one rule, one with the other")
	assert.Equal(t, count("recn-hotspot", both, func(p Point) bool { return p.Variant != "" }), 3*3)
	assert.Equal(t, count("recn-hotspot", both, func(p Point) bool { return p.Hot.Percent == 0 }), 3*2,
		"what the end is compared with")
	both["compare_seeds"], both["curve_seeds"] = "2", "9"
	assert.Equal(t, count("recn-uniform", both, other), 1+2*2+1)
	assert.Equal(t, count("recn-uniform", both, curve), 3*(10+2)+2*2)
}

func plan(t *testing.T, name string, given map[string]string, seeds ...uint32) *experiment.Plan {
	t.Helper()
	e := experiment.Find(Experiments(), name)
	v, err := e.Resolve(given)
	assert.NilError(t, err)
	p, err := e.Plan(v, seeds)
	assert.NilError(t, err)
	return p
}

// TestFull: the complete set of figures has both sizes of the papers and all
// switches, and deviates from the papers in nothing.
func TestFull(t *testing.T) {
	for name, want := range map[string]map[string]string{
		"recn-uniform": {"nodes": "64,256", "schemes": "recn-iq,voqsw,voqnet,recn-cioq",
			"compare_loads": "0.1,0.3,0.5,0.6,0.7,0.8,0.9,0.95,1"},
		"recn-hotspot": {"nodes": "64,256", "schemes": "recn-iq,voqsw,voqnet,recn-cioq", "loads": "0.6,0.9,0.95,1"},
		"recn-trees":   {},
		"recn-memory":  {},
	} {
		full := experiment.Find(Experiments(), name).Full()
		assert.DeepEqual(t, full, want)
		assert.DeepEqual(t, plan(t, name, full, 1).Deviations, []string(nil))
	}
}
