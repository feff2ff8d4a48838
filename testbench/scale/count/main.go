// Command count writes, for each shape and each phase of package scale, how much work
// the two sizes are: a line with shape, phase, size, steps and allocated bytes, with
// tabs in between. Steps are the statements executed (basic blocks, counted by the
// coverage counters of the packages that it was built with), the same in every run.
//
// It is built with go build -cover -covermode=atomic.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/coverage"
	"runtime/debug"

	"culprit.example/culprit/testbench/scale"
)

func main() {
	debug.SetGCPercent(400)
	for _, s := range scale.Shapes {
		for _, n := range []int{s.Size, 4 * s.Size} {
			if err := count(s, n); err != nil {
				fmt.Fprintf(os.Stderr, "%s of %d: %v\n", s.Name, n, err)
				os.Exit(1)
			}
		}
	}
}

func count(s scale.Shape, n int) error {
	w := &scale.Work{Shape: s, N: n}
	for _, p := range scale.Phases {
		if err := coverage.ClearCounters(); err != nil {
			return err
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := p.Run(w)
		runtime.ReadMemStats(&after)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		var b bytes.Buffer
		if err := coverage.WriteCounters(&b); err != nil {
			return err
		}
		steps, err := sum(b.Bytes())
		if err != nil {
			return err
		}
		fmt.Printf("%s\t%s\t%d\t%d\t%d\n", s.Name, p.Name, n, steps, after.TotalAlloc-before.TotalAlloc)
	}
	return nil
}

// The counters as package runtime/coverage writes them: a header, segments, each with
// functions, a footer.
const (
	headerSize, segmentSize, footerSize = 32, 16, 16
	version                             = 1
	flavorOffset, uleb128               = 24, 2
)

var magic = []byte("\x00cwm")

// sum adds up all counters.
func sum(b []byte) (uint64, error) {
	if len(b) < headerSize+segmentSize+footerSize || !bytes.HasPrefix(b, magic) ||
		binary.LittleEndian.Uint32(b[4:]) != version || b[flavorOffset] != uleb128 {
		return 0, errors.New("this version of Go writes coverage counters in another format: adapt this program")
	}
	if binary.LittleEndian.Uint32(b[len(b)-8:]) != 1 {
		return 0, errors.New("the coverage counters have more than one segment")
	}
	segment := b[headerSize:]
	functions := binary.LittleEndian.Uint64(segment)
	skip := segmentSize + int(binary.LittleEndian.Uint32(segment[8:])) + int(binary.LittleEndian.Uint32(segment[12:]))
	r := bytes.NewReader(segment[(skip+3)/4*4:])
	var total uint64
	for range functions {
		n, err := binary.ReadUvarint(r)
		for i := -2; err == nil && i < int(n); i++ { // package and function come first
			var x uint64
			if x, err = binary.ReadUvarint(r); i >= 0 {
				total += x
			}
		}
		if err != nil {
			return 0, fmt.Errorf("the coverage counters end too early: %w", err)
		}
	}
	return total, nil
}
