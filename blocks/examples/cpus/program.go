package cpus

import (
	_ "embed"
	"fmt"
)

// Source is the program of the CPUs as text, but for the values that Program gives it.
//
//go:embed program.asm
var Source string

// maxRounds is bounded by the bytes in which a CPU counts the packets from a node.
const maxRounds = 255

// Program is the program of the CPUs as words: the text with the registers of the adapter, for a number of
// rounds, in each of which a node sends a packet to each other node. The error has the lines of mistakes.
func Program(text string, rounds int) ([]uint32, error) {
	if rounds < 1 || rounds > maxRounds {
		return nil, fmt.Errorf("%d rounds are not in 1..%d", rounds, maxRounds)
	}
	words, err := Assemble(text, map[string]int64{
		"PACKETS": int64(rounds * (Nodes - 1)), "NODE": 4 * regNode, "STATUS": 4 * regStatus, "SEND": 4 * regSend,
		"RECEIVE": 4 * regReceive, "RESULT": 4 * regResult, "PAYLOAD": 4 * regPayload,
		"ROOM": 1, "RECEIVED": 2, // bits of STATUS
	})
	if err != nil {
		return nil, fmt.Errorf("the program of the CPUs: %w", err)
	}
	if len(words) > programWords {
		return nil, fmt.Errorf("the program of the CPUs has %d words, and there is room for %d", len(words), programWords)
	}
	return words, nil
}

// Word is word k, 0..13, of the payload of a packet, lower half of a beat first: what program.asm makes and
// compares with.
func Word(source, destination, number, k int) uint32 {
	const step = 0x9e3779b9
	return uint32(source<<24|destination<<16|number) + uint32(k)*step
}
