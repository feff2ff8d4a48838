package csource

import (
	_ "embed"
	"fmt"
	"strings"
)

var (
	//go:embed prelude.h
	prelude string
	//go:embed vectors.h
	vectors string
)

// Entry is the name of the function that other code calls. It lies in the section .text.entry.
// Its C type is
//
//	u64 (u8 *memory, u64 number, u64 argument)
const Entry = "entry"

// EntryAttribute stands in front of its definition.
const EntryAttribute = `__attribute__((section(".text.entry")))`

// Addresses are places in memory that the prelude knows.
type Addresses struct {
	Cycle, Seed, Failed, Log uint32
	UnusedLane               uint32 // the number of the instance in a lane without a copy
}

// Prelude is the C in front of a program: types, and operations on vectors of up to the given number of
// bytes.
func Prelude(at Addresses, widest int) string {
	var b strings.Builder
	for _, d := range []struct {
		name  string
		value uint32
	}{{"CYCLE", at.Cycle}, {"SEED", at.Seed}, {"FAILED", at.Failed}, {"LOG", at.Log}, {"UNUSED_LANE", at.UnusedLane}} {
		fmt.Fprintf(&b, "#define %s %du\n", d.name, d.value)
	}
	b.WriteString(prelude)
	b.WriteString("#define CAT_(a, b) a##_##b\n#define CAT(a, b) CAT_(a, b)\n#define N(name) CAT(name, W)\n#define H(name) CAT(name, HALF)\n")
	for w := 16; w <= widest; w *= 2 {
		fmt.Fprintf(&b, "#define W %d\n%s#undef W\n", w, vectors)
	}
	return b.String()
}
