package cpus_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/examples/cpus"
)

// TestAssemble: the words are those of another assembler (llvm-mc).
func TestAssemble(t *testing.T) {
	t.Parallel()
	got, err := cpus.Assemble(`
.equ LOW, -2048
        add  a0, a1, a2         # each form
        xor  s11, t6, ra
        or   a0, a1, a2
        addi t0, s1, LOW
        andi t1, t0, 2047
        slli a0, t0, 31
        srli t2, a1, 7
        lw   a3, -4(sp)
        lbu  a3, 2047(s2)
        sw   t0, LOW(s0)
        sb   t5, LATE(a7)
x:
        beq  a0, a1, x
        bne  t0, zero, y
        lui  a0, 0xfffff
        jal  zero, x
y:
        jal  ra, x
        li   t0, 0x9e3779b9
`, map[string]int64{"LATE": 31})
	assert.NilError(t, err)
	assert.DeepEqual(t, got, []uint32{0x00c58533, 0x001fcdb3, 0x00c5e533, 0x80048293, 0x7ff2f313, 0x01f29513, 0x0075d393,
		0xffc12683, 0x7ff94683, 0x80542023, 0x01e88fa3, 0x00b50063, 0x00029663, 0xfffff537, 0xff5ff06f, 0xff1ff0ef,
		0x9e3782b7, 0x9b928293})
}

// TestWrongPrograms: a mistake is reported with its line.
func TestWrongPrograms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"mul a0, a1, a2", "line 1: there is no instruction mul"},
		{"\nadd a0, a1", "line 2: add has 3 operands, not 2"},
		{"add a0, a1, x3", `line 1: there is no register "x3"; there are: zero ra`},
		{"addi a0, a1, 2048", "line 1: 2048 is not in -2048..2047"},
		{"addi a0, a1, many", `line 1: "many" is no number and no name of .equ`},
		{"lw a0, 4[a1]", `line 1: "4[a1]" is no place in memory: write OFFSET(REGISTER)`},
		{"beq a0, a1, x", "line 1: there is no label x"},
		{"x:\nx:", "line 2: label x is there twice"},
		{".equ A", "line 1: there is no instruction .equ"},
	} {
		_, err := cpus.Assemble(c.text, nil)
		assert.ErrorContains(t, err, c.want)
	}
	_, err := cpus.Program(cpus.Source, 256)
	assert.ErrorContains(t, err, "256 rounds are not in 1..255")
	_, err = cpus.Program(strings.Repeat("addi a0, a0, 1\n", 257), 1)
	assert.ErrorContains(t, err, "the program of the CPUs has 257 words, and there is room for 256")
}
