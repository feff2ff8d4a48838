package library_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/faults"
)

// TestFaultsAreCurrent: the table of faults is of the present networks, all of them, and each breach in it has a reason.
func TestFaultsAreCurrent(t *testing.T) {
	t.Parallel()
	table, err := faults.ReadTable("../../docs/faults")
	assert.NilError(t, err)
	list := library.Families().Faults()
	assert.Equal(t, len(table.Networks), len(list))
	for _, n := range list {
		r := table.Find(n.Name)
		assert.Assert(t, r != nil, "docs/faults.json has no network %s: rtlgen faults %[1]s --table docs/faults", n.Name)
		hash, err := n.Hash(library.Families().Blocks())
		assert.NilError(t, err)
		assert.Check(t, r.Netlist == hash, "the faults of %s are of another netlist: rtlgen faults %[1]s --table docs/faults", n.Name)
		stored, err := json.Marshal(r)
		assert.NilError(t, err)
		r.Explain(n)
		explained, err := json.Marshal(r)
		assert.NilError(t, err)
		assert.Check(t, bytes.Equal(stored, explained), "reasons of %s have changed: rtlgen faults %[1]s --table docs/faults", n.Name)
		assert.Check(t, len(r.Open()) == 0, "%v", r.Open())
		assert.Check(t, len(n.Unused(r)) == 0, "reasons of no breach in docs/faults.json: %v", n.Unused(r))
	}
}

// TestWrongNetworksOfFaults: what is wrong in the description of a network is told.
func TestWrongNetworksOfFaults(t *testing.T) {
	tiers.Long(t, "a network of which faults are made")
	t.Parallel()
	for _, c := range []struct {
		change func(*faults.Network)
		want   string
	}{
		{func(n *faults.Network) { n.Block = "fabric_three" }, "network recn of faults is of block fabric_three, and there is none"},
		{func(n *faults.Network) { n.Block, n.Params = "fifo", nil }, "network recn of faults: block fifo is no network"},
		{func(n *faults.Network) { n.Inputs["heat"] = 1 }, "network recn of faults: block fabric_tree has no input heat"},
		{func(n *faults.Network) { n.Params["ports"] = 5 }, "ports=5"},
		{func(n *faults.Network) { n.Times.Drain = 32 }, "network recn of faults is not sound at seed 1 without one: at rest from cycle -1"},
	} {
		n := library.Families().Faults()[0]
		c.change(n)
		_, err := n.Run(context.Background(), library.Families().Blocks(), faults.Options{Moments: 1, Seed: 1, Seeds: 1})
		assert.ErrorContains(t, err, c.want)
	}
}

// TestFaults makes each fault of every network at a moment: nothing breaches without a reason.
func TestFaults(t *testing.T) {
	tiers.Long(t, "faults on the links of networks")
	t.Parallel()
	for _, n := range library.Families().Faults() {
		t.Run(n.Name, func(t *testing.T) {
			t.Parallel()
			r, err := n.Run(context.Background(), library.Families().Blocks(), faults.Options{Moments: 1, Seed: tiers.Seed(1), Seeds: 1})
			assert.NilError(t, err)
			assert.Assert(t, len(r.Rows) > 30, "%d rows", len(r.Rows))
			assert.DeepEqual(t, r.Open(), []string(nil))
		})
	}
}
