package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
)

// ownNetwork writes a network of a user's own into a folder, with some of its text
// replaced.
func ownNetwork(t *testing.T, dir string, replace ...string) {
	t.Helper()
	text, err := os.ReadFile("../../blocks/adaptive/testdata/diamond.txt")
	assert.NilError(t, err)
	changed := strings.NewReplacer(replace...).Replace(string(text))
	assert.Assert(t, len(replace) == 0 || changed != string(text))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "own.txt"), []byte(changed), 0o666))
}

// TestOwnNetwork has all that can be done with a block on a user's own network.
func TestOwnNetwork(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ownNetwork(t, dir)
	do := func(args string) string {
		t.Helper()
		return held(t, dir, append(strings.Fields(args), "--network", "own.txt")...)
	}
	out := do("verify adaptive_network --engine reference,compiled --cycles 3000")
	assert.Equal(t, strings.Count(out, "passed"), 4, out) // on both engines, also with tight parameters
	do("gen adaptive_network -o gen")
	do("tb adaptive_network --cycles 100 -o tb")
	do("wave adaptive_network --cycles 100 -o own.vcd")
	files := tree(t, dir)
	assert.Assert(t, strings.Contains(files["gen/adaptive_network.v"], "adaptive_switch_hosts4_ports4"))
	assert.Equal(t, files["tb/adaptive_switch_hosts4_ports4.v"], files["gen/adaptive_switch_hosts4_ports4.v"])
	assert.Assert(t, strings.Contains(files["own.vcd"], "golden"))
}

// TestOwnNetworkRun measures on a user's own network. What is kept belongs to the
// contents of the file, names included.
func TestOwnNetworkRun(t *testing.T) {
	tiers.Long(t, "an experiment on a network of one's own")
	t.Parallel()
	dir := t.TempDir()
	points := func() int {
		list, err := filepath.Glob(filepath.Join(dir, "out/points/*.json"))
		assert.NilError(t, err)
		return len(list)
	}
	single := strings.Fields(
		"run adaptive-single --network own.txt --set modes=ar --set patterns=contending --set from=3 --set to=4 -o out")
	ownNetwork(t, dir)
	out := held(t, dir, single...)
	for _, part := range []string{"\nN1-diamond slowest flow, MB/s, ar, contending, load 0.95 ",
		"\nN2-diamond mean length of hot queue 2, KB, ar, contending, load 0.95 ", "\nA18 errors of all runs 0 0 = 0 paper holds",
		"\n A3-T1-R needs networks=T1-R, modes=ar, patterns=noncontending, loads=0.95: with adaptive routing every flow gets the 1187.5 MB/s that it offers"} {
		assert.Assert(t, strings.Contains(squeezed(out), part), "no %q in\n%s", part, out)
	}
	assert.Assert(t, strings.Contains(tree(t, dir)["out/adaptive-single/counters.csv"], ",right_queue_3_max,"))
	assert.Assert(t, tree(t, dir)["out/adaptive-single/queue_diamond_contending.svg"] != "")
	assert.Equal(t, points(), 1)
	held(t, dir, single...)
	assert.Equal(t, points(), 1)

	// another netlist, and another name in the counters
	for i, change := range [][]string{{"left=1,2", "left=2,1"}, {"right", "east"}} {
		ownNetwork(t, dir, change...)
		held(t, dir, single...)
		assert.Equal(t, points(), 2+i)
	}
	assert.Assert(t, strings.Contains(tree(t, dir)["out/adaptive-single/counters.csv"], ",east_queue_3_max,"))

	// The name of a network of the papers makes it none.
	ownNetwork(t, dir, "network diamond", "network T1-R", "hot", "# hot")
	out = held(t, dir, strings.Fields(
		"run adaptive-uniform --network own.txt --set loads=0.4 --set from=3 --set to=4 -o out")...)
	for _, part := range []string{"\nN1-T1-R slowest flow, MB/s, none, uniform, load 0.4 ",
		"\n A24-T1-R needs networks=T1-R, modes=none, patterns=uniform, loads=0.4:"} {
		assert.Assert(t, strings.Contains(squeezed(out), part), "no %q in\n%s", part, out)
	}
	assert.Assert(t, tree(t, dir)["out/adaptive-uniform/throughput.svg"] != "")
}

// TestOwnNetworkMutants must notice that no frame leaves a switch.
func TestOwnNetworkMutants(t *testing.T) {
	tiers.Long(t, "mutants on a network of one's own")
	t.Parallel()
	dir := t.TempDir()
	ownNetwork(t, dir, "hot", "# hot")
	out := held(t, dir, strings.Fields(
		"run adaptive-uniform --network own.txt --mutants --set modes=none --set loads=0.4 --set from=3 --set to=4 -o out")...)
	assert.Assert(t, strings.Contains(squeezed(out),
		"\nN1-diamond no_frame_leaves slowest flow, MB/s, none, uniform, load 0.4 0 "), out)
}

// TestWrongNetwork has a message for each mistake in a call with --network, or in the
// file.
func TestWrongNetwork(t *testing.T) {
	t.Parallel()
	const square = "network X\nlink A:1 B:1\nlink B:2 C:1\nlink C:2 A:2\nhost H A:3\nhost I B:3\n"
	for _, c := range []struct{ name, args, text, want string }{
		{"block without", "gen fifo", square, "block fifo takes no network: --network is for adaptive_network"},
		{"one of two blocks", "gen adaptive_network fifo", square,
			"block fifo takes no network: --network is for adaptive_network"},
		{"all blocks", "gen all", square, "--network needs the block that it is for: adaptive_network"},
		{"every block", "lint", square, "--network needs the block that it is for: adaptive_network"},
		{"no such block", "verify adaptive_networks", square,
			`there is no block "adaptive_networks": did you mean adaptive_network`},
		{"experiment without", "run recn-uniform", square,
			"experiment recn-uniform takes no network: --network is for adaptive-single, adaptive-uniform"},
		{"no experiment", "run --list", square,
			"--network needs the experiment that it is for: adaptive-single, adaptive-uniform"},
		{"no such experiment", "run adaptive-singles", square,
			`there is no experiment "adaptive-singles": did you mean adaptive-single`},
		{"no file", "gen adaptive_network --network none.txt", "",
			"cannot read the network none.txt: no such file or directory"},
		{"folder", "wave adaptive_network --network .", "", "cannot read the network .: it is a folder: name a file"},
		{"file in a file", "tb adaptive_network --network own.txt/x", square,
			"cannot read the network own.txt/x: not a directory"},
		{"empty", "gen adaptive_network", "", "own.txt: the file has no network: begin with a line `network NAME`"},
		{"no network", "synth adaptive_network", "module x;\nendmodule\n",
			`own.txt:1: "module" is no statement: use network, link, host, noncontending, contending, hot or route`},
		{"port twice", "gen adaptive_network", square + "link A:2 D:1\n",
			"own.txt:7: port A:2 is used twice: it leads to C already"},
		{"gap", "gen adaptive_network", square + "link A:5 D:1\n",
			"own.txt: network X: switch A uses 4 ports, but not port 4: number them from 1 without gaps"},
		{"loop", "run adaptive-uniform", square + "route H A=3 B=1,2 C=1,2\n",
			"own.txt: network X: the routes to host H have a loop: B:2->C C:1->B"},
		{"circle of channels", "lint adaptive_network",
			square + "host J C:3\nroute H A=3 B=2 C=2\nroute I A=1 B=3 C=2\nroute J A=1 B=2 C=3\n",
			"own.txt: network X: channels wait for each other in a circle: A:1->B B:2->C C:2->A: write route lines in which one of these links is not in a list"},
		{"list too long", "gen adaptive_network", longList(),
			"own.txt: network X: switch B lists 9 ports to host H, and the switches are built for 8"},
		{"list longer than asked for", "gen adaptive_network -p list=3", strings.Replace(longList(), "9,", "", 1),
			"block adaptive_network: parameter list=3 is out of range: give 8 to 8"},
		{"no flows", "run adaptive-single", square,
			"adaptive-single: network X has no noncontending flows: write a line `noncontending SRC>DST ...`, or leave them out in the setting patterns"},
		{"network of the papers", "run adaptive-single --set networks=T1-R", square,
			"adaptive-single: setting networks=T1-R is not possible: give X; several with commas (networks of own.txt)"},
		{"network 1 of 1", "gen adaptive_network -p network=1", square,
			"block adaptive_network: parameter network=1 is out of range: give 0 to 0 (0 X)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "own.txt"), []byte(c.text), 0o666))
			args := strings.Fields(c.args)
			if !strings.Contains(c.args, "--network") {
				args = append(args, "--network", "own.txt")
			}
			refused(t, rtlgen(t, dir, nil, args...), c.want)
			assert.DeepEqual(t, tree(t, dir), map[string]string{"own.txt": c.text})
		})
	}
}

// longList has a switch with a list of 9 ports.
func longList() string {
	text := "network X\nhost H A:10\nhost I B:10\n"
	for _, port := range strings.Split("123456789", "") {
		text += "link A:" + port + " B:" + port + "\n"
	}
	return text + "route H A=10 B=9,1,2,3,4,5,6,7,8\n"
}

// TestNetworkMistakes has several mistakes in a file: a line for each.
func TestNetworkMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		replace []string
		want    string
	}{
		{
			"statements", []string{"link left:2 bottom:1", "link left:1 bottom:0", "A>C ", "A>A "},
			"own.txt:6: \"bottom:0\" is no place: write SWITCH:PORT, such as S1:2; ports count from 1\n" +
				"rtlgen: own.txt:13: flow A>A leads to its own source\nrtlgen: own.txt:14: flow A>A leads to its own source\n",
		},
		{
			"host without a way", []string{"host D right:4", "host D alone:1", "hot", "# hot", "route", "# route"},
			"own.txt: network diamond: no links lead from switch alone to host A\n" +
				"rtlgen: own.txt: network diamond: no links lead from switch alone to host B\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			ownNetwork(t, dir, c.replace...)
			r := rtlgen(t, dir, nil, "gen", "adaptive_network", "--network", "own.txt")
			assert.Equal(t, r.status, statusWrongCall)
			assert.Assert(t, strings.HasPrefix(r.stderr, "rtlgen: "+c.want), r.stderr)
			assert.Equal(t, len(tree(t, dir)), 1)
		})
	}
}
