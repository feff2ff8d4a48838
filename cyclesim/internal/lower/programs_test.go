package lower

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// program is a random program on words, as text, that has guarded parts.
type program struct {
	*rand.Rand
	constants     strings.Builder // outside of all parts, as in all programs
	text          strings.Builder
	values, truth []string // names
	at            int      // in the frame
}

func (p *program) name(format string, args ...any) string {
	name := fmt.Sprintf("x%d", p.text.Len())
	fmt.Fprintf(&p.text, name+" = "+format+"\n", args...)
	return name
}

func (p *program) add(format string, args ...any) string {
	p.values = append(p.values, p.name(format, args...))
	return p.values[len(p.values)-1]
}

func (p *program) constant(k uint64) string {
	name := fmt.Sprintf("k%d", p.constants.Len())
	fmt.Fprintf(&p.constants, "%s = const %#x\n", name, k)
	return name
}

func (p *program) bit(format string, args ...any) {
	p.truth = append(p.truth, p.add(format, args...))
}

func (p *program) pick(list []string) string { return list[max(0, len(list)-1-p.IntN(p.IntN(20)+1))] }

// load reads a value of a random size, and width.
func (p *program) load() {
	size := 1 << p.IntN(4)
	may := container(uint8(size)) >> p.IntN(4*size)
	name := p.add("load @%d:%d may %#x state %d", p.at, size, may, p.at+1)
	if may == 1 {
		p.truth = append(p.truth, name)
	}
	p.at += size
}

// operation adds one of all kinds; shifts of fields and tests of bits are frequent.
func (p *program) operation() {
	v := func() string { return p.pick(p.values) }
	switch p.IntN(12) {
	case 0, 1:
		p.bit("and %s %s", p.name("shr %s %s", v(), p.constant(p.Uint64N(64))), p.constant(1))
	case 2:
		p.add("and %s %s", p.add("shr %s %s", v(), p.constant(p.Uint64N(64))), p.constant(^uint64(0)>>p.IntN(64)))
	case 3:
		p.add("or %s %s", p.add("shl %s %s", v(), p.constant(p.Uint64N(64))), v())
	case 4:
		p.bit("%s %s %s", []string{"eq", "ne", "lt", "le"}[p.IntN(4)], v(), v())
	case 5:
		p.bit("%s %s %s", []string{"and", "or", "xor"}[p.IntN(3)], p.pick(p.truth), p.pick(p.truth))
	case 6:
		p.bit("xor %s %s", p.pick(p.truth), p.constant(1))
	case 7:
		p.add("select %s %s %s", p.pick(p.truth), v(), v())
	case 8:
		p.add("select %s %s %s", p.pick(p.truth), v(), p.constant(0))
	case 9:
		p.add("%s %s %s", []string{"add", "sub", "mul", "xor"}[p.IntN(4)], v(), v())
	case 10:
		p.add("and %s %s", v(), p.constant(p.Uint64()))
	case 11:
		p.add("%s %s", []string{"popcnt", "ctz"}[p.IntN(2)], v())
	}
}

// part adds a part that can be skipped where the guard is 0. What it computes counts only where the guard
// is 1, or a bit of the part is that is 0 without it, as it is if the part is skipped.
func (p *program) part() {
	values, truth := len(p.values), len(p.truth)
	masked := []string{"guard"}
	p.text.WriteString("if guard\n")
	for range 1 + p.IntN(12) {
		p.operation()
		switch p.IntN(8) {
		case 0:
			masked = append(masked, p.name("and guard %s", p.pick(p.truth)))
		case 1:
			some := p.name("select guard %s %s", p.pick(p.values), p.constant(0))
			masked = append(masked, p.name("ne %s %s", some, p.constant(0)))
		}
	}
	p.text.WriteString("end\n")
	insideValues, insideTruth := p.values[values:], p.truth[truth:]
	p.values, p.truth = p.values[:values:values], p.truth[:truth:truth]
	for range 1 + p.IntN(4) {
		m := p.pick(masked)
		p.values, p.truth = append(p.values, m), append(p.truth, m)
		switch {
		case p.IntN(3) == 0 && len(insideTruth) > 0:
			p.bit("and %s %s", m, p.pick(insideTruth))
		case p.IntN(2) == 0:
			p.add("and %s %s", p.pick(insideValues), p.name("sub %s %s", p.constant(0), m))
		default:
			p.add("select %s %s %s", m, p.pick(insideValues), p.pick(p.values))
		}
	}
}

// result is a store of a program.
type result struct {
	at, size int
}

// randomProgram is a program; the bit at the address guard shows whether its parts count.
func randomProgram(rng *rand.Rand, guard int) (text string, results []result) {
	p := &program{Rand: rng, at: guard + 1}
	for range 3 {
		p.bit("load @%d:1 may 0x1 state %d", p.at, p.at)
		p.at++
	}
	for range 8 {
		p.load()
	}
	for range 2 + p.IntN(6) {
		for range p.IntN(12) {
			p.operation()
		}
		if p.IntN(2) == 0 {
			p.part()
		}
	}
	for range 8 {
		size := 1 << p.IntN(4)
		fmt.Fprintf(&p.text, "store @%d:%d %s\n", p.at, size, p.pick(p.values))
		results = append(results, result{p.at, size})
		p.at += size
	}
	return fmt.Sprintf("%sguard = load @%d:1 may 0x1\n%s", p.constants.String(), guard, p.text.String()), results
}

// execute is what a program stores, for a frame, if nothing is skipped.
func execute(p *word.Program, frame []byte) []byte {
	frame = append([]byte{}, frame...)
	x := make([]uint64, len(p.Code))
	for i := range p.Code {
		in := &p.Code[i]
		switch in.Op {
		case word.Load:
			for b := range int(in.Size) {
				x[i] |= uint64(frame[int(in.K)+b]) << (8 * b)
			}
		case word.Store:
			for b := range int(in.Size) {
				frame[int(in.K)+b] = byte(x[in.B] >> (8 * b))
			}
		case word.If, word.End:
		default:
			x[i] = p.Value(in, x)
		}
	}
	return frame
}

// TestPrograms: vectors compute in each lane what words do, also if guarded parts are skipped.
func TestPrograms(t *testing.T) {
	t.Parallel()
	const size, guard = 256, 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		lanes := 4 << rng.IntN(3)
		text, results := randomProgram(rng, guard)
		p, err := word.Read(text)
		assert.NilError(t, err)
		code := Vectorise(p, vector.BlockLanes, lanes)
		assert.NilError(t, code.Verify())
		for round := range 4 {
			memory := make([]byte, vector.BlockLanes*size)
			element := func(at, size, lane int) []byte { return memory[vector.BlockLanes*at+size*lane:][:size] }
			frames := make([][]byte, lanes)
			for lane := range frames {
				frame := make([]byte, size)
				for i := range p.Code {
					in := &p.Code[i]
					if in.Op != word.Load {
						continue
					}
					v := rng.Uint64() & in.May
					if in.K == guard && round > 0 {
						v = 0
					}
					for b := range int(in.Size) {
						frame[int(in.K)+b] = byte(v >> (8 * b))
					}
					copy(element(int(in.K), int(in.Size), lane), frame[in.K:])
				}
				frames[lane] = execute(p, frame)
			}
			code.Run(1, func(_ int, at uint64) []byte { return memory[at:][:16] })
			for lane, frame := range frames {
				for _, r := range results {
					have, want := element(r.at, r.size, lane), frame[r.at:][:r.size]
					assert.Assert(t, bytes.Equal(have, want), "seed %d, lane %d of %d, %d bytes at %d: %x, expected %x\n%s\n%s",
						seed, lane, lanes, r.size, r.at, have, want, p, code)
				}
			}
		}
	}
}
