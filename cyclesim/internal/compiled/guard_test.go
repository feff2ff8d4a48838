package compiled

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

// busyLine is a program like a line that is compared only while it is valid.
func busyLine(b *builder) {
	valid := b.register(0, 1, 1)
	sum := b.register(1, 8, ^uint64(0))
	for i := range uint64(12) {
		sum = b.op2(opXor, b.opK(opMul, sum, 2*i+3), sum)
	}
	b.storeWord(640, b.op2(opAnd, valid, b.opK(opEq, sum, 5)))
}

// register is the old value of register i, which lies at 8*i.
func (b *builder) register(i int, size uint8, may uint64) ref {
	return b.p.add(instr{op: opLoad, a: none, b: none, c: none, k: uint64(8 * i), size: size, may: may, state: object(i + 1)})
}

func TestGuard(t *testing.T) {
	b := &builder{}
	busyLine(b)
	guard(&b.p)
	b.p.verify()
	text := b.p.String()
	begin, end := strings.Index(text, "= if"), strings.Index(text, "= end")
	assert.Assert(t, begin >= 0 && end > begin, text)
	assert.Assert(t, !strings.Contains(text[:begin], "mul"), text)
	assert.Assert(t, !strings.Contains(text[end:], "mul"), text)
	assert.Assert(t, strings.Contains(text[end:], "store"), text)
}

// TestGuardKeeps: what is used without the root is not skipped.
func TestGuardKeeps(t *testing.T) {
	b := &builder{}
	busyLine(b)
	last := &b.p.code[len(b.p.code)-1]
	b.storeWord(648, last.b-1) // before the AND
	guard(&b.p)
	assert.Assert(t, !strings.Contains(b.p.String(), "= if"), b.p.String())
}

// randomStep is a program on registers that often keep what they have.
func randomStep(r *rand.Rand) *program {
	const bits, words = 6, 6
	b := &builder{}
	var flags, values []ref
	for i := range bits {
		flags = append(flags, b.register(i, 1, 1))
	}
	for i := range words {
		values = append(values, b.register(bits+i, 8, ^uint64(0)))
	}
	flag := func() ref { return flags[r.IntN(len(flags))] }
	value := func() ref { return values[r.IntN(len(values))] }
	for range 60 {
		switch r.IntN(6) {
		case 0:
			flags = append(flags, b.op2(opAnd, flag(), flag()))
		case 1:
			flags = append(flags, b.op2(opAnd, flag(), b.op2(opLt, value(), value())))
		case 2:
			flags = append(flags, b.op2(opOr, flag(), flag()), b.not(flag()))
		case 3:
			values = append(values, b.choose(flag(), value(), b.constant(0)))
		case 4:
			values = append(values, b.choose(flag(), value(), value()))
		case 5:
			values = append(values, b.op2(opMul, value(), b.op2(opXor, value(), value())))
		}
	}
	for i := range 3 {
		b.storeWord(uint64(640+8*i), b.choose(flag(), value(), b.constant(7)))
	}
	for i := range bits + words {
		old, next, size := ref(i), value(), uint8(8)
		if i < bits {
			next, size = flag(), 1
		}
		if r.IntN(4) > 0 {
			next = b.choose(flag(), next, old)
		}
		b.p.add(instr{op: opStore, a: none, b: next, c: none, k: uint64(8 * i), size: size, state: object(i + 1)})
	}
	deadCode(&b.p)
	return &b.p
}

// run executes a program without calls: the words of memory by their place.
func (p *program) run(memory map[uint64]uint64) {
	x := make([]uint64, len(p.code))
	skip := false
	for i := range p.code {
		in := &p.code[i]
		switch {
		case in.op == opEnd:
			skip = false
		case skip:
		case in.op == opIf:
			skip = x[in.a] == 0
		case in.op == opConst:
			x[i] = in.k
		case in.op == opLoad:
			x[i] = memory[in.k]
		case in.op == opStore:
			memory[in.k] = x[in.b]
		case in.op == opSelect:
			if x[i] = x[in.c]; x[in.a] == 1 {
				x[i] = x[in.b]
			}
		default:
			y := uint64(0)
			if in.b != none {
				y = x[in.b]
			}
			x[i] = execute(in.op, x[in.a], y)
		}
	}
}

// TestGuardOnRandomPrograms: skipping makes no difference to what is stored.
func TestGuardOnRandomPrograms(t *testing.T) {
	defer func(old float64) { minGuarded = old }(minGuarded)
	minGuarded = 4
	parts := 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := randomStep(r)
		q := *p
		guard(&q)
		parts += strings.Count(q.String(), "= if")
		q.verify()
		hoistCommits(&q)
		q.verify()
		for range 6 {
			want, got := map[uint64]uint64{}, map[uint64]uint64{}
			for i := range uint64(12) {
				v := r.Uint64()
				if i < 6 {
					v &= v >> 1 & 1
				}
				want[8*i], got[8*i] = v, v
			}
			p.run(want)
			q.run(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d: %s\n%s\nguarded:\n%s", seed, diff, p, &q)
			}
		}
	}
	assert.Assert(t, parts > 800, "%d parts: too few to show anything", parts)
}
