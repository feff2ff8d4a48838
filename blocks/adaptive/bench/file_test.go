package bench

import (
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// fromFile is the bench of the network on those of a file.
func fromFile(t *testing.T, text string) testbench.Bench {
	t.Helper()
	set, err := adaptive.ReadNetworks("file", strings.NewReader(text))
	assert.NilError(t, err)
	list := BenchesOn(set)
	return list[slices.IndexFunc(list, func(b testbench.Bench) bool { return b.Block.Name == "adaptive_network" })]
}

// TestFile compares a user's own network with its model on all engines.
func TestFile(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus")
	t.Parallel()
	text, err := os.ReadFile("../testdata/diamond.txt")
	assert.NilError(t, err)
	b := fromFile(t, string(text))
	benchtest.RunBench(t, b, nil, testbench.Options{Seed: 1})
	benchtest.RunBench(t, b, map[string]int{"list": 8},
		testbench.Options{Engines: []string{"icarus"}, Seed: 2, Cycles: 2000, WorkDir: t.TempDir()})
}

// TestFileOfTwo has a second network with lists of four ports and without flows, hot
// queues and lists to one of its hosts.
func TestFileOfTwo(t *testing.T) {
	t.Parallel()
	const links = "link A:1 B:1\nlink A:2 B:2\nlink A:3 B:3\nlink A:4 B:4\nhost H A:5\nhost I B:5\n"
	b := fromFile(t, "network X\n"+links+"network Y\n"+links+"route H A=5 B=4,3,2,1\n")
	v, err := b.Block.Resolve(map[string]int{"network": 1})
	assert.NilError(t, err)
	assert.Equal(t, v["list"], 4)
	assert.Assert(t, b.Block.Source(v) != b.Block.Source(b.Block.Defaults()))
	_, err = b.Block.Resolve(map[string]int{"network": 2})
	assert.Error(t, err, "block adaptive_network: parameter network=2 is out of range: give 0 to 1 (0 X, 1 Y)")
	_, err = b.Block.Resolve(map[string]int{"list": 3})
	assert.ErrorContains(t, err, "parameter list=3 is out of range: give 4 to 8")
	assert.Assert(t, !slices.Contains(b.CoverPointsFor(blocks.Values{"network": 1, "list": 4}), "hot queue"))
	benchtest.RunBench(t, b, map[string]int{"network": 1}, testbench.Options{Seed: 1})
}

// TestLargestFile has as many hosts as a network can have.
func TestLargestFile(t *testing.T) {
	tiers.Long(t, "the largest network")
	t.Parallel()
	text := "network X\nlink A:1 B:1\n"
	for i := range 8 {
		text += strings.NewReplacer("N", string(rune('a'+i)), "P", string(rune('2'+i))).Replace("host HN A:P\nhost IN B:P\n")
	}
	benchtest.RunBench(t, fromFile(t, text), nil, testbench.Options{Seed: 1})
	_, err := adaptive.ReadNetworks("file", strings.NewReader(text+"host J B:10\n"))
	assert.Error(t, err,
		"file: network X has 17 hosts and 2 switches, the largest with 10 ports: a network is built of up to 16 hosts and 2 to 128 switches with up to 16 ports")
}

// TestShortTick: between two ticks a switch looks at all entries of its congestion table,
// so a tick that is too short for the network would make entries live for ever.
func TestShortTick(t *testing.T) {
	t.Parallel()
	text := "network X\nlink A:1 B:1\n"
	for i := range 8 {
		text += strings.NewReplacer("N", string(rune('a'+i)), "P", string(rune('2'+i))).Replace("host HN A:P\nhost IN B:P\n")
	}
	block := fromFile(t, text).Block
	for _, c := range []struct {
		tick int
		want string
	}{
		{147, "tick=147 is too short for network X: a switch looks at the 144 entries of its congestion table, one in a cycle, between two ticks; give tick at least 148"},
		{148, ""},
	} {
		_, err := block.Resolve(map[string]int{"tick": c.tick})
		if c.want == "" {
			assert.NilError(t, err)
		} else {
			assert.ErrorContains(t, err, c.want)
		}
	}
}
