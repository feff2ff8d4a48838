package library_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// survivor is a mutant that the bench of a block once missed. Module is "" for the
// block's own.
type survivor struct {
	block, module, name string
	mutate              mutant.Mutation
}

// survivors are mistakes that a review found and no bench did. In a round robin, a
// mask of ones lets the search begin with request 1, its highest bit alone with the
// last one. In a switch, no packet goes back to its own port: there the search of
// output 0 may as well begin with input 1, and in cioq_recn that of input 0 with
// queue 1, so that a mistake in these alone is none.
var survivors = []survivor{
	{"sep_allocator", "", "inputs_above_reset_to_1", mutant.FlipReset("inputs_above", 0)},
	{"sep_allocator", "", "inputs_above_reset_to_ones", mutant.FlipReset("inputs_above", mutant.AllBits)},
	{"recn_scheduler", "", "inputs_above_reset_to_ones", mutant.FlipReset("inputs_above", mutant.AllBits)},
	{"recn_scheduler", "", "highest_queue_above", mutant.FlipReset("queues_above", 31)},
	{"recn_scheduler", "", "queues_above_reset_to_ones", mutant.FlipReset("queues_above", mutant.AllBits)},
	{"cioq_recn_scheduler", "", "inputs_above_reset_to_ones", mutant.FlipReset("inputs_above", mutant.AllBits)},
	{"cioq_recn_scheduler", "", "highest_queue_above", mutant.FlipReset("queues_above", 87)},
	{"cioq_recn_scheduler", "", "queues_above_reset_to_ones", mutant.FlipReset("queues_above", mutant.AllBits)},
	{"voqsw_switch", "voqsw_scheduler", "inputs_above_reset_to_ones", mutant.FlipReset("inputs_above", mutant.AllBits)},
	{"recn_switch", "recn_scheduler", "inputs_above_reset_to_ones", mutant.FlipReset("inputs_above", mutant.AllBits)},
	{"recn_note_bus", "rr_arbiter", "above_last_reset_to_1", mutant.FlipReset("above_last", 0)},
	{"recn_note_bus", "rr_arbiter", "above_last_reset_to_ones", mutant.FlipReset("above_last", mutant.AllBits)},
	{"recn_note_bus", "rr_arbiter", "above_last_without_reset", mutant.DropReset("above_last")},
	{"recn_rfcu", "", "message_without_reset", mutant.DropReset("msg_valid_q")},
	{"recn_out_cam", "", "pending_reset_to_ones", mutant.FlipReset("pending", mutant.AllBits)},
	{"recn_input_port", "recn_ru", "enqueue_without_reset", mutant.DropReset("enq_valid_q")},
	{"recn_input_port", "recn_rfcu", "message_without_reset", mutant.DropReset("msg_valid_q")},
	{"traffic_nic_cam", "", "turn_bit_flipped", mutant.StuckBit("tp", 6, 0)},
	{"traffic_nic_cam", "", "lowest_turn_bit_flipped", mutant.StuckBit("tp", 0, 0)},
	{"traffic_sink", "", "error_by_both_only", mutant.FlipOp("wrong_packet", ir.OpOr, ir.OpAnd, 1)},
	{"traffic_source", "", "load_reached_is_enough", mutant.FlipOp("makes", ir.OpLt, ir.OpLe, 0)},
	{"traffic_source", "", "hot_rate_reached_is_enough", mutant.FlipOp("hot_drawn", ir.OpLt, ir.OpLe, 0)},
	{"traffic_source", "", "product_one_more", mutant.OneMore("product")},
	{"traffic_nic", "", "age_by_bit_30", mutant.MoveSlice("better", 0, -1)},
	{"cioq_recn_output_port", "cioq_recn_notifier", "hosts_die", mutant.DropTerm("dying", 1)},
	{"traffic_node", "traffic_source", "packet_to_itself", mutant.DropTerm("makes", 0)},
}

// TestSurvivors shows that they are found now, whatever the seed.
func TestSurvivors(t *testing.T) {
	tiers.Long(t, "mutants of the experiments in the benches")
	t.Parallel()
	for _, s := range survivors {
		bench := benchOf(t, s.block)
		bench.Mutants = []testbench.Mutant{{Name: s.name, Module: s.module, Mutate: s.mutate}}
		for seed := uint64(101); seed <= 105; seed++ {
			t.Run(fmt.Sprint(s.block, "/", s.name, "/seed", seed), func(t *testing.T) {
				t.Parallel()
				missed, err := testbench.CheckMutants(bench, nil, testbench.Options{Seed: seed})
				assert.NilError(t, err)
				assert.Equal(t, len(missed), 0)
			})
		}
	}
}

func benchOf(t *testing.T, block string) testbench.Bench {
	t.Helper()
	for _, b := range library.Families().Benches() {
		if b.Block.Name == block {
			return b
		}
	}
	t.Fatalf("no bench of a block %s", block)
	return testbench.Bench{}
}
