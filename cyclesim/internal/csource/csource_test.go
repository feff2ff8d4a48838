//go:build linux && amd64

package csource_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/csource"
	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/internal/tiers"
)

// archs are processors with vectors of 16, 32 and 64 bytes, the first two of which are part of
// any that runs the last.
var archs = []string{"x86-64-v2", "x86-64-v3", "native"}

const widest = 64

// shiftsOf are the distances that shifts of elements are tested with.
func shiftsOf(o vector.Op) []int {
	for _, size := range []int{16, 32, 64} {
		if o.Shift() && strings.HasSuffix(o.String(), fmt.Sprint(size)) {
			return []int{1, 2, 7, size/2 - 1, size - 1}
		}
	}
	return []int{0}
}

// operation is a case: the result of an operation on the operands, in all blocks.
type operation struct {
	op    vector.Op
	k     int
	bytes int // of the vectors
}

func (c operation) String() string { return fmt.Sprintf("%s by %d, %d bytes", c.op, c.k, c.bytes) }

// cases lists every operation in every width.
func cases() []operation {
	var list []operation
	for bytes := 16; bytes <= widest; bytes *= 2 {
		for _, o := range vector.Ops() {
			for _, k := range shiftsOf(o) {
				list = append(list, operation{o, k, bytes})
			}
		}
	}
	return list
}

// program is C that computes all cases from three operands at the start of the memory and
// leaves the results behind them.
func program(list []operation) string {
	var b strings.Builder
	b.WriteString(csource.Prelude(csource.Addresses{}, widest))
	for i, c := range list {
		args := ""
		for a := range c.op.Args() {
			args += fmt.Sprintf(", load_%d(memory + %d)", c.bytes, a*widest)
		}
		if c.op.Shift() {
			args += fmt.Sprintf(", %d", c.k)
		}
		fmt.Fprintf(&b, "KERNEL case_%d(u8 *memory) { store_%d(memory + %d, %s_%d(%s)); }\n", i, c.bytes, (3+i)*widest, c.op,
			c.bytes, args[2:])
	}
	fmt.Fprintf(&b, "%s u64 %s(u8 *memory, u64 number, u64 argument) {\n", csource.EntryAttribute, csource.Entry)
	for i := range list {
		fmt.Fprintf(&b, "\tcase_%d(memory);\n", i)
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

// load compiles a program for a processor.
func load(t *testing.T, arch, source string) *native.Code {
	t.Helper()
	cc, err := native.FindFor(context.Background(), arch)
	assert.NilError(t, err)
	image, err := cc.Compile(source)
	assert.NilError(t, err)
	code, err := native.Load(image, 1)
	assert.NilError(t, err)
	return code
}

// TestOperations: in vectors of 1, 2 and 4 blocks each operation does in each block what it
// does in one of 16 bytes, whatever vectors the processor has.
func TestOperations(t *testing.T) {
	tiers.Tools(t, "gcc")
	t.Parallel()
	list := cases()
	source := program(list)
	for _, arch := range archs {
		t.Run(arch, func(t *testing.T) {
			t.Parallel()
			code := load(t, arch, source)
			const seed = 1
			rng := rand.New(rand.NewPCG(seed, 2))
			for round := range 300 {
				masks := round%3 == 0
				memory := operands(rng, masks, len(list))
				before := append([]byte(nil), memory...)
				code.Call(memory, 0, 0)
				for i, c := range list {
					if c.op.Mask() && !masks {
						continue
					}
					for block := range c.bytes / 16 {
						want := vector.Eval(c.op, operand(before, 0, block), operand(before, 1, block), operand(before, 2, block),
							uint64(c.k))
						if have := operand(memory, 3+i, block); have != want {
							t.Fatalf("seed %d, round %d: %s: block %d is %x, expected %x", seed, round, c, block, have, want)
						}
					}
				}
			}
		})
	}
}

// operands is a memory with three operands that comparisons and saturation tell apart. If they
// are masks, every 8 bytes are all ones or zeros, of which those of any size consist, too.
func operands(rng *rand.Rand, masks bool, results int) []byte {
	memory := make([]byte, (3+results)*widest)
	for i := 0; i < 3*widest; i++ {
		memory[i] = byte(rng.Uint32())
		if rng.IntN(3) == 0 {
			memory[i] = []byte{0, 1, 127, 128, 255}[rng.IntN(5)]
		}
	}
	if rng.IntN(2) == 0 {
		copy(memory[widest:], memory[:widest/2]) // equal elements
	}
	if masks {
		for i := 0; i < widest; i++ {
			memory[i] = -(memory[i/8*8] & 1)
		}
	}
	for i := widest; i < 2*widest; i += 8 {
		memory[i] |= 1 // no division by 0
		if rng.IntN(2) == 0 {
			for j := range 8 {
				memory[i+j] &= 15 // places for a table
			}
		}
	}
	for i := widest; i < 2*widest; i += 8 {
		if binary.LittleEndian.Uint64(memory[i:]) == 0 {
			memory[i] = 3
		}
	}
	return memory
}

func operand(memory []byte, number, block int) vector.Block {
	at := number*widest + 16*block
	return vector.Block(memory[at : at+16])
}
