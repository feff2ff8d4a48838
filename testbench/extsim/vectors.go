package extsim

import (
	"bufio"
	"io"
	"math/bits"
	"os"
	"strconv"

	"culprit.example/culprit/testbench/internal/vectors"
)

// WriteVectors writes the set in the form that the test bench reads.
func WriteVectors(w io.Writer, set *vectors.Set) error {
	b := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for cycle := -set.Lead; cycle < set.Cycles; cycle++ {
		line = append(line[:0], '0', ' ')
		if set.InReset(cycle) {
			line[0] = '1'
		}
		for i := range set.Inputs {
			line = append(appendHex(line, set.Input(cycle, i)), ' ')
		}
		for i := range set.Outputs {
			line = append(appendHex(line, set.Expected(cycle, i)), ' ')
		}
		for i, p := range set.Outputs {
			if p.Groups > 0 {
				line = append(appendKnown(line, set, cycle, i), ' ')
			}
		}
		line[len(line)-1] = '\n'
		if _, err := b.Write(line); err != nil {
			return err
		}
	}
	return b.Flush()
}

// writeVectorsFile writes a new file, or none if it cannot be complete.
func writeVectorsFile(path string, set *vectors.Set) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	err = WriteVectors(f, set)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(path)
	}
	return err
}

const hexDigits = "0123456789abcdef"

// appendHex writes a value without leading zeros.
func appendHex(line []byte, words []uint64) []byte {
	top := len(words) - 1
	for top > 0 && words[top] == 0 {
		top--
	}
	line = strconv.AppendUint(line, words[top], 16)
	for i := top - 1; i >= 0; i-- {
		for shift := 60; shift >= 0; shift -= 4 {
			line = append(line, hexDigits[words[i]>>shift&15])
		}
	}
	return line
}

func appendKnown(line []byte, set *vectors.Set, cycle, i int) []byte {
	return appendHex(line, knownBits(set, cycle, i))
}

// knownBits has a bit for each lane of output i: 1 if it is known.
func knownBits(set *vectors.Set, cycle, i int) []uint64 {
	known := make([]uint64, (set.Outputs[i].Groups+63)/64)
	for g := range set.Outputs[i].Groups {
		if set.Known(cycle, i, g) {
			known[g/64] |= 1 << (g % 64)
		}
	}
	return known
}

// lineWidth is the number of bits in a line: reset, inputs, expected outputs and
// known bits.
func lineWidth(set *vectors.Set) int {
	width := 1
	for _, p := range set.Inputs {
		width += p.Width
	}
	for _, p := range set.Outputs {
		width += p.Width + p.Groups
	}
	return width
}

// sumWidth is lineWidth in whole words of 32 bits.
func sumWidth(set *vectors.Set) int { return (lineWidth(set) + 31) / 32 * 32 }

// checksum is what the test bench computes: the sum is rotated left by one bit and
// the line added modulo 2, in every cycle, and at the end it is folded likewise.
// The first number of a line is the highest.
func checksum(set *vectors.Set) uint32 {
	sum := make([]uint32, sumWidth(set)/32)
	for cycle := -set.Lead; cycle < set.Cycles; cycle++ {
		carry := sum[len(sum)-1] >> 31
		for i, w := range sum {
			sum[i], carry = w<<1|carry, w>>31
		}
		addLine(sum, set, cycle)
	}
	folded := uint32(0)
	for _, w := range sum {
		folded = bits.RotateLeft32(folded, 1) ^ w
	}
	return folded
}

// addLine adds the line of a cycle modulo 2.
func addLine(sum []uint32, set *vectors.Set, cycle int) {
	at := lineWidth(set)
	add := func(words []uint64, width int) {
		at -= width
		for i, w := range words {
			for half := range 2 {
				addBits(sum, uint32(w>>(32*half)), at+64*i+32*half)
			}
		}
	}
	reset := []uint64{0}
	if set.InReset(cycle) {
		reset[0] = 1
	}
	add(reset, 1)
	for i, p := range set.Inputs {
		add(set.Input(cycle, i), p.Width)
	}
	for i, p := range set.Outputs {
		add(set.Expected(cycle, i), p.Width)
	}
	for i, p := range set.Outputs {
		if p.Groups > 0 {
			add(knownBits(set, cycle, i), p.Groups)
		}
	}
}

// addBits adds a word whose lowest bit has the number at.
func addBits(sum []uint32, word uint32, at int) {
	if word == 0 {
		return
	}
	shifted := uint64(word) << (at % 32)
	sum[at/32] ^= uint32(shifted)
	if high := uint32(shifted >> 32); high != 0 {
		sum[at/32+1] ^= high
	}
}
