package cpus

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Assemble makes words of a program in RV32I. A line is an instruction, "label:", ".equ NAME, VALUE", or nothing;
// # begins a comment. The instructions are those of the table below, with registers by their names in the
// calling convention, and li for any number of 32 bits. A place in memory is OFFSET(REGISTER). Values are
// numbers as in Go, or names: those that are given, and those of .equ. The error has all mistakes with their lines.
func Assemble(text string, names map[string]int64) ([]uint32, error) {
	a := assembler{values: maps.Clone(names), labels: map[string]int{}}
	if a.values == nil {
		a.values = map[string]int64{}
	}
	for i, line := range strings.Split(text, "\n") {
		a.line = i + 1
		line, _, _ = strings.Cut(line, "#")
		a.first(strings.TrimSpace(line))
	}
	var words []uint32
	for _, s := range a.list {
		a.line = s.line
		words = append(words, a.encode(s, 4*len(words)))
	}
	return words, errors.Join(a.mistakes...)
}

// format says how the bits of an instruction are made of its operands.
type format int

const (
	threeRegisters format = iota // add a0, a1, a2
	immediate                    // addi a0, a1, 5
	load                         // lw a0, 4(a1)
	store                        // sw a0, 4(a1)
	branch                       // beq a0, a1, label
	jump                         // jal a0, label
	upper                        // lui a0, 5
)

// instruction is a row of the table: the bits that tell it from others.
type instruction struct {
	format         format
	opcode, funct3 uint32
}

var instructions = map[string]instruction{
	"add": {threeRegisters, 0x33, 0}, "xor": {threeRegisters, 0x33, 4}, "or": {threeRegisters, 0x33, 6},
	"addi": {immediate, 0x13, 0}, "andi": {immediate, 0x13, 7}, "slli": {immediate, 0x13, 1},
	"srli": {immediate, 0x13, 5},
	"lw":   {load, 0x03, 2}, "lbu": {load, 0x03, 4},
	"sw": {store, 0x23, 2}, "sb": {store, 0x23, 0},
	"beq": {branch, 0x63, 0}, "bne": {branch, 0x63, 1},
	"jal": {jump, 0x6f, 0}, "lui": {upper, 0x37, 0},
}

// registers are the names in the calling convention, in the order of their numbers.
var registers = strings.Fields(
	"zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 " +
		"t3 t4 t5 t6")

// statement is an instruction with its operands as text.
type statement struct {
	line     int
	name     string
	operands []string
}

type assembler struct {
	values   map[string]int64
	labels   map[string]int // bytes from the start
	list     []statement
	line     int
	mistakes []error
}

func (a *assembler) mistake(format string, args ...any) {
	a.mistakes = append(a.mistakes, fmt.Errorf("line %d: %w", a.line, fmt.Errorf(format, args...)))
}

// first takes a line without its comment: labels and values, and what there is to encode.
func (a *assembler) first(line string) {
	if label, ok := strings.CutSuffix(line, ":"); ok {
		if _, twice := a.labels[label]; twice {
			a.mistake("label %s is there twice", label)
		}
		a.labels[label] = 4 * len(a.list)
		return
	}
	name, rest, _ := strings.Cut(line, " ")
	var operands []string
	for o := range strings.SplitSeq(rest, ",") {
		operands = append(operands, strings.TrimSpace(o))
	}
	switch {
	case name == "":
	case name == ".equ" && len(operands) == 2:
		a.values[operands[0]] = a.value(operands[1], -1<<31, 1<<32-1)
	case name == "li" && len(operands) == 2:
		v := a.value(operands[1], -1<<31, 1<<32-1)
		low := int64(int32(v<<20) >> 20) // addi extends its sign
		a.list = append(a.list, statement{a.line, "lui", []string{operands[0], fmt.Sprint((v - low) >> 12 & 0xfffff)}},
			statement{a.line, "addi", []string{operands[0], operands[0], fmt.Sprint(low)}})
	default:
		a.list = append(a.list, statement{a.line, name, operands})
	}
}

// value is a number, or that of a name, between two ends.
func (a *assembler) value(text string, least, most int64) int64 {
	v, ok := a.values[text]
	if !ok {
		var err error
		if v, err = strconv.ParseInt(text, 0, 64); err != nil {
			a.mistake("%q is no number and no name of .equ", text)
		}
	}
	if v < least || v > most {
		a.mistake("%s is not in %d..%d", text, least, most)
	}
	return v
}

func (a *assembler) register(text string) uint32 {
	i := slices.Index(registers, text)
	if i < 0 {
		a.mistake("there is no register %q; there are: %s", text, strings.Join(registers, " "))
	}
	return uint32(max(i, 0))
}

// distance is how far a label is from an instruction at a place, in bytes.
func (a *assembler) distance(label string, from int, most int64) uint32 {
	to, ok := a.labels[label]
	d := int64(to - from)
	switch {
	case !ok:
		a.mistake("there is no label %s", label)
	case d < -most || d >= most:
		a.mistake("label %s is %d bytes away, too far", label, d)
	}
	return uint32(d)
}

var place = regexp.MustCompile(`^(.*)\((\w+)\)$`)

// encode is the word of an instruction at a place.
func (a *assembler) encode(s statement, at int) uint32 {
	x, ok := instructions[s.name]
	count := map[format]int{load: 2, store: 2, jump: 2, upper: 2}
	switch {
	case !ok:
		a.mistake("there is no instruction %s", s.name)
		return 0
	case len(s.operands) != cmp.Or(count[x.format], 3):
		a.mistake("%s has %d operands, not %d", s.name, cmp.Or(count[x.format], 3), len(s.operands))
		return 0
	}
	word, first := x.opcode|x.funct3<<12, a.register(s.operands[0])
	switch x.format {
	case threeRegisters:
		return word | first<<7 | a.register(s.operands[1])<<15 | a.register(s.operands[2])<<20
	case immediate:
		return word | first<<7 | a.register(s.operands[1])<<15 | uint32(a.value(s.operands[2], -2048, 2047))<<20
	case load, store:
		m := place.FindStringSubmatch(s.operands[1])
		if m == nil {
			a.mistake("%q is no place in memory: write OFFSET(REGISTER)", s.operands[1])
			return 0
		}
		offset, base := uint32(a.value(m[1], -2048, 2047)), a.register(m[2])
		if x.format == load {
			return word | first<<7 | base<<15 | offset<<20
		}
		return word | offset&0x1f<<7 | base<<15 | first<<20 | offset>>5<<25
	case branch:
		d := a.distance(s.operands[2], at, 1<<12)
		return word | d>>11&1<<7 | d>>1&0xf<<8 | first<<15 | a.register(s.operands[1])<<20 | d>>5&0x3f<<25 | d>>12<<31
	case jump:
		d := a.distance(s.operands[1], at, 1<<20)
		return word | first<<7 | d>>12&0xff<<12 | d>>11&1<<20 | d>>1&0x3ff<<21 | d>>20<<31
	}
	return word | first<<7 | uint32(a.value(s.operands[1], 0, 0xfffff))<<12 // upper
}
