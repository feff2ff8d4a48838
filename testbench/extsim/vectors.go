package extsim

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"

	"culprit/testbench/internal/vectors"
)

// WriteVectors writes the set in the form that the test bench reads.
func WriteVectors(w io.Writer, set *vectors.Set) error {
	b := bufio.NewWriterSize(w, 1<<16)
	line := strconv.AppendInt(nil, int64(set.Cycles), 10)
	line = append(line, '\n')
	b.Write(line)
	for cycle := range set.Cycles {
		line = line[:0]
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
		if n := len(line); n > 0 {
			line[n-1] = '\n'
		}
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
		return fmt.Errorf("cannot write the vectors: %w", err)
	}
	err = WriteVectors(f, set)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(path)
		return fmt.Errorf("cannot write the vectors: %w", err)
	}
	return nil
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
	known := make([]uint64, (set.Outputs[i].Groups+63)/64)
	for g := range set.Outputs[i].Groups {
		if set.Known(cycle, i, g) {
			known[g/64] |= 1 << (g % 64)
		}
	}
	return appendHex(line, known)
}
