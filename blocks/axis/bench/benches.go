package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	list := []testbench.Bench{cutBench(), joinBench()}
	for _, block := range switches() {
		list = append(list, switchBench(block), hostileBench(block))
	}
	return kit.Tight(list, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"ports": 4, "mtu": 600, "slots": 10, "data": 512},
	{"ports": 2, "mtu": 113, "slots": 16, "saqs": 0, "data": 128},
	{"ports": 5, "mtu": 301, "slots": 19, "data": 256},
	{"ports": 3, "mtu": 64, "slots": 8, "saqs": 1, "detect": 2, "detect_out": 2, "xoff": 3, "xon": 2},
}

// cutAnyReset and joinAnyReset are the registers whose reset values do not matter.
var (
	cutAnyReset = map[string]string{
		"axis_cut.held_q":        "the room is known again a cycle later, and a beat or two always fit into an empty buffer",
		"axis_cut.has_room":      "known again a cycle later: until then a beat waits, or goes into an empty buffer",
		"axis_cut.list_has_room": "known again a cycle later: until then a beat waits, or goes into an empty buffer",
		"axis_cut.takes":         "known again a cycle later: until then a beat waits, or goes into an empty buffer",
		"axis_cut.tx_credit_q":   "a credit more than all is ignored",
	}
	joinAnyReset = map[string]string{
		"axis_join.list_has_room":                           "known again a cycle later, before a packet can come",
		"axis_join.moves_q":                                 "no frame is in the memory yet",
		"axis_join.writes":                                  "no frame is in the memory yet",
		"axis_join.frame_place: bit 0 flipped in reset":     "frames may begin anywhere in a ring",
		"axis_join.frame_place: bit 5 flipped in reset":     "frames may begin anywhere in a ring",
		"axis_join.places_taken: bit 0 flipped in reset":    "a place less than there is",
		"axis_join.words_freed: all bits flipped in reset":  "-1: a word less than there is",
		"axis_join.words_so_far: all bits flipped in reset": "-1 of as many bits as words_taken: a word less than there is",
		"axis_join.words_taken: bit 0 flipped in reset":     "a word less than there is",
	}
)
