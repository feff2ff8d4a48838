package word

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

// busyLine is a program like a line that is compared only while it is valid.
func busyLine(b *Builder) {
	valid := b.register(0, 1, 1)
	sum := b.register(1, 8, ^uint64(0))
	for i := range uint64(12) {
		sum = b.Op2(Xor, b.OpK(Mul, sum, 2*i+3), sum)
	}
	b.storeWord(640, b.Op2(And, valid, b.OpK(Eq, sum, 5)))
}

func (b *Builder) storeWord(at uint64, v Ref) {
	b.P.Add(Instr{Op: Store, A: None, B: v, C: None, K: at, Size: 8})
}

// register is the old value of register i, which lies at 8*i.
func (b *Builder) register(i int, size uint8, may uint64) Ref {
	return b.P.Add(Instr{Op: Load, A: None, B: None, C: None, K: uint64(8 * i), Size: size, May: may, State: State(i + 1)})
}

func TestGuard(t *testing.T) {
	b := &Builder{}
	busyLine(b)
	Guard(&b.P, LeastGuarded)
	assert.NilError(t, b.P.Verify())
	text := b.P.String()
	begin, end := strings.Index(text, "if v"), strings.Index(text, "\nend")
	assert.Assert(t, begin >= 0 && end > begin, text)
	assert.Assert(t, !strings.Contains(text[:begin], "mul"), text)
	assert.Assert(t, !strings.Contains(text[end:], "mul"), text)
	assert.Assert(t, strings.Contains(text[end:], "store"), text)
}

// TestGuardKeeps: what is used without the root is not skipped.
func TestGuardKeeps(t *testing.T) {
	b := &Builder{}
	busyLine(b)
	last := &b.P.Code[len(b.P.Code)-1]
	b.storeWord(648, last.B-1) // before the AND
	Guard(&b.P, LeastGuarded)
	assert.Assert(t, !strings.Contains(b.P.String(), "if v"), b.P.String())
}

// A random program reads a table of a number of words by computed addresses, and what calls have written: a
// word each.
const (
	tableAt, tableWords = 1024, 8
	calledAt            = 2048
)

// randomStep is a program on registers that often keep what they have.
func randomStep(r *rand.Rand) *Program {
	const bits, words = 6, 6
	b := &Builder{}
	var flags, values []Ref
	for i := range bits {
		flags = append(flags, b.register(i, 1, 1))
	}
	for i := range words {
		values = append(values, b.register(bits+i, 8, ^uint64(0)))
	}
	flag := func() Ref { return flags[r.IntN(len(flags))] }
	value := func() Ref { return values[r.IntN(len(values))] }
	for range 60 {
		switch r.IntN(15) {
		case 0:
			flags = append(flags, b.Op2(And, flag(), flag()))
		case 1:
			flags = append(flags, b.Op2(And, flag(), b.Op2(Lt, value(), value())))
		case 2:
			flags = append(flags, b.Op2(Or, flag(), flag()), b.Not(flag()))
		case 3:
			values = append(values, b.Choose(flag(), value(), b.Constant(0)))
		case 4:
			values = append(values, b.Choose(flag(), value(), value()))
		case 5:
			values = append(values, b.Op2(Mul, value(), b.Op2(Xor, value(), value())))
		case 6: // a field
			values = append(values, b.OpK(And, b.OpK(Shr, value(), r.Uint64N(64)), 1<<(1+r.IntN(20))-1))
		case 7: // two fields side by side
			at := 1 + r.IntN(63)
			values = append(values, b.Op2(Or, b.OpK(And, value(), 1<<at-1), b.OpK(Shl, value(), uint64(at))))
		case 8:
			flags = append(flags, b.OpK(And, b.OpK(Shr, value(), r.Uint64N(64)), 1))
		case 9:
			at := b.OpK(Shl, b.OpK(And, value(), tableWords-1), 3)
			values = append(values, b.P.Add(Instr{Op: Load, A: at, B: None, C: None, K: tableAt, Size: 8, May: ^uint64(0),
				State: bits + words + 1}))
		case 10:
			values = append(values, b.OpK(Rem, value(), 1+r.Uint64N(100)))
		case 11:
			n := len(b.P.Calls)
			first := calledAt + 8*uint64(n)
			b.P.Calls = append(b.P.Calls, Callee{Kernel: NamedKernel("leaf.0"), First: uint32(first), Count: 1, Size: 8,
				Lanes: 1})
			b.P.Add(Instr{Op: Call, A: None, B: None, C: None, K: uint64(n)})
			v := b.P.Add(Instr{Op: Load, A: None, B: None, C: None, K: first, Size: 8, May: ^uint64(0)})
			values, flags = append(values, v), append(flags, b.OpK(And, v, 1))
		case 12: // a case statement
			index, v := b.OpK(And, value(), 1<<(1+r.IntN(8))-1), b.Constant(0)
			for range r.IntN(20) {
				v = b.Choose(b.OpK(Eq, index, r.Uint64N(40)), b.Constant(r.Uint64()>>r.IntN(64)), v)
			}
			values = append(values, v)
		case 13: // bits of a value, in reverse order or one of them several times, maybe only tested
			x, all, turned := value(), b.Constant(0), r.IntN(2)
			for i := range 2 + r.IntN(16) {
				bit := b.OpK(And, b.OpK(Shr, x, uint64(40-i*turned)), 1)
				all = b.Op2(Or, all, b.OpK(Shl, bit, uint64(20+i)))
			}
			values, flags = append(values, all), append(flags, b.OpK(Ne, all, 0))
		case 14: // flags side by side
			x, y := b.Constant(0), b.Constant(0)
			for i := range 1 + r.Uint64N(5) {
				x, y = b.Op2(Or, x, b.OpK(Shl, flag(), i)), b.Op2(Or, y, b.OpK(Shl, flag(), i))
			}
			flags = append(flags, b.OpK(Eq, b.Op2(And, x, y), 0), b.OpK(Ne, b.Op2(Or, x, value()), 0))
		}
	}
	for i := range 3 {
		b.storeWord(uint64(640+8*i), b.Choose(flag(), value(), b.Constant(7)))
	}
	for i := range bits + words {
		old, next, size := Ref(i), value(), uint8(8)
		if i < bits {
			next, size = flag(), 1
		}
		if r.IntN(4) > 0 {
			next = b.Choose(flag(), next, old)
		}
		b.P.Add(Instr{Op: Store, A: None, B: next, C: None, K: uint64(8 * i), Size: size, State: State(i + 1)})
	}
	DeadCode(&b.P)
	return &b.P
}

// run executes a program: the words of memory by their place. A call writes to its frame. It panics at what some
// processor would stop at, also where nothing needs the result.
func (p *Program) run(memory map[uint64]uint64) {
	x := make([]uint64, len(p.Code))
	skip := false
	for i := range p.Code {
		in := &p.Code[i]
		switch {
		case in.Op == End:
			skip = false
		case skip:
		case in.Op == If:
			skip = x[in.A] == 0
		case in.Op == Load && in.A != None:
			if x[in.A] >= 8*tableWords || in.K != tableAt {
				panic(fmt.Sprintf("instruction %d loads from %#x + %#x", i, in.K, x[in.A]))
			}
			x[i] = memory[in.K+x[in.A]]
		case in.Op == Load:
			x[i] = memory[in.K]
		case in.Op == Call:
			first := uint64(p.Calls[in.K].First)
			memory[first] = 0x9e3779b97f4a7c15 * (memory[first] + first)
		case in.Op == Rem && x[in.B] == 0:
			panic(fmt.Sprintf("instruction %d divides by 0", i))
		case in.Op == Select && x[in.A] > 1:
			panic(fmt.Sprintf("instruction %d selects by %#x", i, x[in.A]))
		case in.Op == Store:
			memory[in.K] = x[in.B]
		default:
			x[i] = p.Value(in, x)
		}
	}
}

// TestGuardOnRandomPrograms: skipping makes no difference to what is stored.
func TestGuardOnRandomPrograms(t *testing.T) {
	t.Parallel()
	parts := 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := randomStep(r)
		q := *p
		Guard(&q, 4)
		parts += strings.Count(q.String(), "if v")
		assert.NilError(t, q.Verify())
		HoistCommits(&q)
		assert.NilError(t, q.Verify())
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
