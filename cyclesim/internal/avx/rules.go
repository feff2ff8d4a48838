package avx

import (
	"fmt"
	"strconv"
	"strings"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// vectorRules has the instructions for each operation on vectors, one after the other. The first
// word is the instruction, the second its result, the others its operands:
//
//	r        the result of the operation
//	a, b, c  its operands
//	t to z   results of earlier instructions
//	zero, ones, 16:255    a constant: all bits 0 or 1, elements of 16 bits
//	counts   the number of ones in each of 0 to 15
//	#k, #8   a number in the instruction: the distance of a shift, 8
var vectorRules = map[vector.Op]string{
	vector.And:    "vpand r a b",
	vector.AndNot: "vpandn r b a",
	vector.Or:     "vpor r a b",
	vector.Xor:    "vpxor r a b",
	vector.Not:    "vpxor r a ones",
	// Where the mask is set, the second of the two.
	vector.Bitselect: "vpblendvb r b a c",

	vector.Add8: "vpaddb r a b", vector.Add16: "vpaddw r a b", vector.Add32: "vpaddd r a b", vector.Add64: "vpaddq r a b",
	vector.Sub8: "vpsubb r a b", vector.Sub16: "vpsubw r a b", vector.Sub32: "vpsubd r a b", vector.Sub64: "vpsubq r a b",
	vector.Mul16: "vpmullw r a b", vector.Mul32: "vpmulld r a b",
	// Products of the low half of an element with each half of the other.
	vector.Mul64: "vpsrlq t a #32; vpmuludq u t b; vpsrlq v b #32; vpmuludq w a v; vpaddq x u w; vpsllq y x #32; vpmuludq z a b; vpaddq r z y",

	vector.Eq8: "vpcmpeqb r a b", vector.Eq16: "vpcmpeqw r a b", vector.Eq32: "vpcmpeqd r a b",
	vector.Eq64: "vpcmpeqq r a b",
	vector.LtS8: "vpcmpgtb r b a", vector.LtS16: "vpcmpgtw r b a", vector.LtS32: "vpcmpgtd r b a",
	vector.LtS64: "vpcmpgtq r b a",
	// There is no comparison of unsigned numbers. The lesser one is b if and only if b <= a.
	vector.LtU8:  "vpminub t a b; vpcmpeqb u t b; vpxor r u ones",
	vector.LtU16: "vpminuw t a b; vpcmpeqw u t b; vpxor r u ones",
	vector.LtU32: "vpminud t a b; vpcmpeqd u t b; vpxor r u ones",

	vector.Shl16: "vpsllw r a #k", vector.Shl32: "vpslld r a #k", vector.Shl64: "vpsllq r a #k",
	vector.Shr16: "vpsrlw r a #k", vector.Shr32: "vpsrld r a #k", vector.Shr64: "vpsrlq r a #k",
	// A negative number is turned into its complement, and back.
	vector.Sar64: "vpcmpgtq t zero a; vpxor u a t; vpsrlq v u #k; vpxor r v t",

	vector.WidenLow8: "vpunpcklbw r a zero", vector.WidenHigh8: "vpunpckhbw r a zero",
	vector.WidenLow16: "vpunpcklwd r a zero", vector.WidenHigh16: "vpunpckhwd r a zero",
	vector.WidenLow32: "vpunpckldq r a zero", vector.WidenHigh32: "vpunpckhdq r a zero",
	vector.WidenMaskLow8: "vpunpcklbw r a a", vector.WidenMaskHigh8: "vpunpckhbw r a a",
	vector.WidenMaskLow16: "vpunpcklwd r a a", vector.WidenMaskHigh16: "vpunpckhwd r a a",
	vector.WidenMaskLow32: "vpunpckldq r a a", vector.WidenMaskHigh32: "vpunpckhdq r a a",
	vector.PackU16: "vpackuswb r a b", vector.PackU32: "vpackusdw r a b",
	vector.PackS16: "vpacksswb r a b", vector.PackS32: "vpackssdw r a b",
	vector.Even32: "vshufps r a b #136", vector.Odd32: "vshufps r a b #221",

	// Places above 15 give 0: an addition that saturates makes the highest bit of them 1.
	vector.Lookup8:    "vpaddusb t b 8:112; vpshufb r a t",
	vector.Popcnt8:    "vpand t a 8:15; vpshufb u counts t; vpsrlw v a #4; vpand w v 8:15; vpshufb x counts w; vpaddb r u x",
	vector.AddPairs8:  "vpmaddubsw r a 8:1",
	vector.AddPairs16: "vpand t a 32:65535; vpsrld u a #16; vpaddd r t u",

	vector.SarBy64:  "vpand t b 64:63; vpcmpgtq u zero a; vpxor v a u; vpsrlvq w v t; vpxor r w u",
	vector.RotlBy64: "vpand t b 64:63; vpsllvq u a t; vpsubq v 64:64 t; vpsrlvq w a v; vpor r u w",
}

// vectorRules512 has what is shorter with AVX-512; for operations on bits and comparisons see
// ternary.go and masks.go.
var vectorRules512 = map[vector.Op]string{
	vector.Mul64:    "vpmullq r a b",
	vector.Sar64:    "vpsraq r a #k",
	vector.SarBy64:  "vpand t b 64:63; vpsravq r a t",
	vector.RotlBy64: "vprolvq r a b",
}

// permute is Lookup8 of constant places, which are all in the table.
const permute = "vpshufb r a b"

// ruleStep is an instruction of a rule.
type ruleStep struct {
	op   amd64.Op
	dst  byte
	args []ruleArg
	// imm is a number in the instruction, distance that it is that of the shift.
	imm           int64
	hasImm, shift bool
}

// ruleArg is an operand: a letter, or a constant.
type ruleArg struct {
	name   byte
	lo, hi uint64
}

// rules are the parsed rules.
var rules, rules512 = parseRules(vectorRules), parseRules(vectorRules512)

func parseRules(list map[vector.Op]string) map[vector.Op][]ruleStep {
	all := map[vector.Op][]ruleStep{}
	for o, text := range list {
		all[o] = parseRule(text)
	}
	return all
}

var rulePermute = parseRule(permute)

func parseRule(text string) []ruleStep {
	var rule []ruleStep
	for step := range strings.SplitSeq(text, "; ") {
		s, err := parseStep(strings.Fields(step))
		if err != nil {
			panic(fmt.Sprintf("BUG: the rule %q: %s", text, err))
		}
		rule = append(rule, s)
	}
	return rule
}

func parseStep(words []string) (ruleStep, error) {
	op, ok := amd64.Named(words[0])
	if !ok {
		return ruleStep{}, fmt.Errorf("no instruction %s", words[0])
	}
	s := ruleStep{op: op, dst: words[1][0]}
	for _, w := range words[2:] {
		number, isNumber := strings.CutPrefix(w, "#")
		switch {
		case w == "#k":
			s.hasImm, s.shift = true, true
		case isNumber:
			k, err := strconv.ParseInt(number, 10, 64)
			if err != nil {
				return s, err
			}
			s.hasImm, s.imm = true, k
		default:
			a, err := parseArg(w)
			if err != nil {
				return s, err
			}
			s.args = append(s.args, a)
		}
	}
	return s, nil
}

func parseArg(w string) (ruleArg, error) {
	switch w {
	case "zero":
		return ruleArg{}, nil
	case "ones":
		return ruleArg{lo: ^uint64(0), hi: ^uint64(0)}, nil
	case "counts":
		return ruleArg{lo: 0x0302020102010100, hi: 0x0403030203020201}, nil
	}
	size, number, ok := strings.Cut(w, ":")
	if !ok {
		return ruleArg{name: w[0]}, nil
	}
	bits, err := strconv.Atoi(size)
	if err != nil {
		return ruleArg{}, err
	}
	k, err := strconv.ParseUint(number, 10, 64)
	for ; bits < 64; bits *= 2 {
		k |= k << bits
	}
	return ruleArg{lo: k, hi: k}, err
}
