package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// TestBeatMutants: the mistakes that only beat mode can have are noticed.
func TestBeatMutants(t *testing.T) {
	tiers.Long(t, "mutants with segments of beats")
	t.Parallel()
	small := map[string]int{"nodes": 4, "paths": 2, "scheme": 2, "beat": 1, "max_p": 3, "g": 8, "b_reasm": 16,
		"fc_init": 12, "credits": 7, "voq": 16, "link_latency": 3}
	network := map[string]int{"ports": 2, "lf": 110, "scheme": 2, "beat": 1, "max_p": 3, "g": 8, "b_reasm": 16,
		"fc_init": 10, "slots_in": 7, "slots_out": 12, "voq": 16}
	for _, c := range []struct {
		bench   testbench.Bench
		given   map[string]int
		mutants []testbench.Mutant
	}{
		{sourceBench(), map[string]int{"beat": 1, "max_p": 3}, []testbench.Mutant{
			{Name: "never_long", Mutate: mutant.StuckBit("long_q", 0, 0)},
			{Name: "next_packet_at_once", Mutate: mutant.SwapMux("next_packet", 0)},
			{Name: "short_is_longer", Mutate: mutant.AddConst("length", 0, 1)},
			{Name: "a_beat_less_between_packets", Mutate: mutant.AddConst("beats_left", 1, 1)},
			{Name: "length_of_the_other_kind", Mutate: mutant.SwapMux("length", 0)},
		}},
		{nodeBench(), small, []testbench.Mutant{
			{Name: "length_lost", Mutate: mutant.StuckBit("nic.pkt_len", 0, 0)},
			{Name: "arbiter_without_time", Mutate: mutant.Disconnect("nic.tick")},
			{Name: "segment_time_of_31_beats", Mutate: mutant.AddConst("nic.tick", 0, -1)},
			{Name: "number_of_beats_not_reset", Mutate: mutant.SwapMux("line_beat", 0)},
			{Name: "first_not_told", Mutate: mutant.Disconnect("sink.arrival_first")},
			{Name: "source_and_destination_swapped", Mutate: mutant.MoveSlice("sink.arrival_dst", 0, 8)},
		}},
		{networkBench(), network, []testbench.Mutant{
			{Name: "long_packets_lost", Mutate: mutant.Disconnect("node.long_rate")},
			{Name: "lengths_lost", Mutate: mutant.StuckBit("node.long_length", 1, 0)},
			kit.In("beats_not_written", "reqgrant_beat_adapter", mutant.Disconnect("egress.beat_valid")),
			kit.In("tail_not_seen", "cioq_input", mutant.DropTerm("last", 0)),
			kit.In("short_is_longer", "clos_source", mutant.AddConst("length", 0, 1)),
		}},
	} {
		t.Run(c.bench.Block.Name, func(t *testing.T) {
			t.Parallel()
			c.bench.Mutants = c.mutants
			missed, err := testbench.CheckMutants(c.bench, c.given, testbench.Options{Seed: 1})
			assert.NilError(t, err)
			assert.Equal(t, len(missed), 0, "not noticed: %v", missed)
		})
	}
}
