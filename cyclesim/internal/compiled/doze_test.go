//go:build linux && amd64

package compiled_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

// TestDozeAtRandom: groups that doze do what they would do if they did not, whatever moves in them.
// What code is made for has been seen in two cycles only, so it is mostly wrong.
func TestDozeAtRandom(t *testing.T) {
	tiers.Long(t, "random netlists that rest")
	t.Parallel()
	from, to := tiers.Seeds(1200, 4)
	dozed := 0
	for seed := from; seed < to; seed++ {
		for _, make := range []func(seed uint64, copies, cycles int) (*ir.Design, [][]*big.Int){side, web} {
			d, rows := make(seed, 8+8*int(seed%2), 9)
			want, err := reference.New(d, restful)
			assert.NilError(t, err)
			way := []func(d *ir.Design) compiled.Option{compiled.AsAny, compiled.TwoBlocks}[seed/2%2]
			_, n := holdInputs(t, fmt.Sprintf("seed %d, %s", seed, d.Top.Name), d, rows, want, compiled.DozingSoon, way(d))
			dozed += n
		}
	}
	assert.Assert(t, dozed > 3, "groups dozed %d times: too seldom to show anything", dozed)
}

// dozing are cells in which something moves by itself, and what else happens there sooner or later.
var dozing = map[string]string{
	"a counter that fires": `
  input d 8
  output q 8
  reg count 6 reset 0
  reg seen 8 reset 0
  count = add(count, 6'1)
  if eq(count, d[5:0])
    seen = add(seen, 8'1)
  q = seen`,
	"a counter whose output moves": `
  input d 8
  output q 8
  reg count 8 reset 0
  count = add(count, 8'1)
  q = xor(count, d)`,
	"a generator that seldom writes a memory": `
  input d 8
  output q 8
  reg random 9 reset 1
  memory words 4 x 8 old
    write eq(random[8:1], d) at random[3:2] data random[7:0]
    read word async at d[1:0]
  random = concat(random[7:0], xor(random[8:8], random[4:4]))
  q = word`,
	"a scan of a memory that the input writes": `
  input d 8
  output q 8
  reg at 3 reset 0
  reg sum 8 reset 0
  memory words 8 x 8 old
    write eq(d[7:3], 5'21) at d[2:0] data d
    read word async at at
  at = add(at, 3'1)
  if eq(word, 8'173)
    sum = add(sum, 8'1)
  q = sum`,
	"a register that would take what moves": `
  input d 8
  output q 8
  reg count 8 reset 0
  reg held 8 reset 0
  count = add(count, 8'1)
  if eq(d[7:6], 2'3)
    held = count
  q = held`,
	"a register that would take what moves slowly": `
  input d 8
  output q 8
  reg count 8 reset 0
  reg held 8 reset 0
  count = add(count, 8'1)
  if d[7:7]
    held = concat(2'0, count[7:2])
  q = held`,
	"a selection that could take what moves slowly": `
  input d 8
  output q 8
  reg count 8 reset 0
  reg held 8 reset 0
  count = add(count, 8'1)
  held = mux(d[7:7], concat(2'0, count[7:2]), d)
  q = held`,
	"the other argument of such a selection": `
  input d 8
  output q 8
  reg count 8 reset 0
  reg held 8 reset 0
  count = add(count, 8'1)
  held = mux(lt(d, 8'100), d, concat(2'0, count[7:2]))
  q = held`,
	"a counter that fires where the input lets it": `
  input d 8
  output q 8
  reg count 8 reset 0
  reg seen 8 reset 0
  reg slow 8 reset 0
  count = add(count, 8'1)
  if and(d[7:7], eq(count[2:0], 3'5))
    seen = add(seen, xor(d, slow))
  if and(d[6:6], eq(count[3:0], 4'9))
    slow = xor(slow, count)
  q = xor(seen, count)`,
	"an output that is arbitrary": `
  input d 8
  output q 8
  reg count 8 reset 0
  array file 5 x 8 reset 9*5
  count = add(count, 8'1)
  if d[7:7]
    file[d[1:0]] = count
  q = xor(d, file[3'7])`,
	"a register that takes what is arbitrary": `
  input d 8
  output q 8
  reg at 3 reset 0
  reg raw 8 reset 0
  array file 5 x 8 reset 9*5
  at = add(at, 3'1)
  raw = file[at]
  if d[7:7]
    file[d[1:0]] = d
  q = xor(raw, file[3'7])`,
	"a file that would take what moves slowly": `
  input d 8
  output q 8
  reg count 8 reset 0
  array file 4 x 8 reset 0*4
  count = add(count, 8'1)
  if d[7:7]
    file[d[1:0]] = concat(2'0, count[7:2])
  q = file[d[3:2]]`,
	"a burst of pulses now and then": `
  input d 8
  output q 8
  reg count 7 reset 127
  reg fire 1 reset 0
  count = add(count, 7'1)
  fire = and(lt(count, 7'24), count[0:0])
  q = concat(7'0, fire)`,
	"a selection among what moves and what does not": `
  input d 8
  output q 8
  reg count 8 reset 0
  reg out 8 reset 0
  count = add(count, 8'3)
  out = mux(d[7:7], d, count)
  q = out`,
	"a file whose words age": `
  input d 8
  output q 8
  reg at 2 reset 0
  array file 4 x 8 reset 0*4
  at = add(at, 2'1)
  file[at] = add(file[at], 8'1)
  if d[7:7]
    file[2'2] = d
  q = and(file[d[1:0]], 8'192)`,
	"what is arbitrary, and seldom looked at": `
  input d 8
  output q 8
  reg count 7 reset 0
  reg held 8 reset 0
  array file 5 x 8 reset 9*5
  count = add(count, 7'1)
  held = mux(eq(count, 7'100), file[count[2:0]], held)
  if d[7:7]
    file[d[1:0]] = d
  q = held`,
	"a register that follows one that moves by turns": `
  input d 8
  output q 8
  reg turn 1 reset 0
  reg last 8 reset 0
  reg before 8 reset 0
  turn = not(turn)
  last = mux(turn, d, last)
  before = last
  q = before`,
}

// Modules around a cell: two of them; four, half of which get nothing; and what stamps changes with
// the time and keeps a sum of all that has ever come.
const around = `
module pair
  input d 8
  output q 8
  instance one[2] cell
    d <- concat(d, xor(d, 8'1))
  q = add(one.q[7:0], one.q[15:8])
end

module four
  input d 8
  output q 8
  instance one[4] cell
    d <- concat(d, xor(d, 8'1), 16'0)
  q = xor(add(one.q[7:0], one.q[15:8]), add(one.q[23:16], one.q[31:24]))
end

module stamp
  input d 8
  input now 8
  output q 8
  reg before 8 reset 0
  reg at 8 reset 0
  reg sum 8 reset 0
  before = d
  sum = xor(concat(sum[6:0], sum[7:7]), d)
  if ne(before, d)
    at = now
  q = xor(at, sum)
end
`

// Tops: a cell or a pair in two groups of 32; what comes out of these through two further ones; and
// two groups of 8, in which the cells of a module are joined.
const (
	alone = `
module top
  input d 512
  output q 512
  instance copy[64] %s
    d <- d
  q = copy.q
end
`
	inRow = `
module top
  input d 512
  output q 512
  reg time 8 reset 0
  instance first[64] %s
    d <- d
  instance last[64] stamp
    d <- first.q
    now <- all time
  time = add(time, 8'1)
  q = last.q
end
`
	joined = `
module top
  input d 512
  output q 128
  instance often[8] %s
    d <- d[63:0]
  instance seldom[8] %s
    d <- d[511:448]
  q = concat(often.q, seldom.q)
end
`
)

// TestDoze: groups doze, and wake up when something is to happen.
func TestDoze(t *testing.T) {
	t.Parallel()
	doze(t)
}

// TestDozeOnThreads: so they do where threads share them.
func TestDozeOnThreads(t *testing.T) {
	tiers.Long(t, "random netlists on threads")
	withProcessors(t, 2)
	doze(t, onThreads...)
}

func doze(t *testing.T, list ...compiled.Option) {
	t.Helper()
	rows := make([][]*big.Int, 12)
	for i := range rows {
		row := new(big.Int)
		for word := range 8 { // of two groups; the inputs of the second one move less often
			turn := uint64(i / 2 / (1 + word/4) * (word + 1))
			row.Or(row, new(big.Int).Lsh(new(big.Int).SetUint64(turn*0x2b07_1d05_4709_8b03), uint(64*word)))
		}
		rows[i] = []*big.Int{row}
	}
	for name, cell := range dozing {
		dozed := 0
		for i, c := range []struct{ module, top string }{{"cell", alone}, {"cell", inRow}, {"pair", alone}, {"pair", inRow},
			{"four", joined}} {
			top := strings.ReplaceAll(c.top, "%s", c.module)
			d, err := ir.Parse("cell", "module cell"+cell+"\nend\n"+around+top)
			assert.NilError(t, err, name)
			want, err := reference.New(d, restful)
			assert.NilError(t, err, name)
			way := compiled.AsAny
			if i%2 == len(name)%2 && c.top != joined {
				way = compiled.TwoBlocks
			}
			_, n := holdInputs(t, name, d, rows, want, append(list, compiled.DozingSoon, way(d))...)
			dozed += n
		}
		assert.Assert(t, dozed > 20, "%s: groups dozed %d times, too seldom to show anything", name, dozed)
	}
}

// TestLearn: an input that moves now and then, and what follows it, ends many short dozes, and none any
// more once that is known; on threads, too, although the machine looks when all has moved on.
func TestLearn(t *testing.T) {
	withProcessors(t, 2)
	var idle strings.Builder // what stands still, and is most of the cell
	const still = 24
	for i := range still {
		fmt.Fprintf(&idle, "  reg r%d 8 reset 0\n", i)
	}
	idle.WriteString("  reg count 8 reset 0\n  reg held 8 reset 0\n")
	for i := range still {
		fmt.Fprintf(&idle, "  r%d = and(e, xor(add(r%d, e), mux(lt(r%d, e), sub(e, r%d), r%d)))\n", i, i, i, i, i)
	}
	d, err := ir.Parse("cell", "module cell\n  input d 8\n  input e 8\n  output q 8\n"+idle.String()+`
  count = add(count, 8'1)
  held = d
  q = xor(xor(held, and(count, 8'128)), r0)
end

module top
  output q 256
  input e 256
  reg time 16 reset 0
  instance copy[32] cell
    d <- all concat(3'0, eq(time[4:0], 5'17), 4'0)
    e <- e
  time = add(time, 16'1)
  q = copy.q
end
`)
	assert.NilError(t, err)
	for name, list := range map[string][]compiled.Option{"one thread": {compiled.Filled(8)}, "two threads": onThreads} {
		m, err := compiled.NewNativeWith(d, restful, append(list, compiled.DozingSoon)...)
		assert.NilError(t, err)
		m.Edges(20_000)
		dozed := 0
		const groups, looks = 4, 200
		for range looks {
			m.Edges(7)
			dozed += m.Dozing()
		}
		assert.Assert(t, dozed > looks*groups*3/4, "%s: %d of %d groups dozed", name, dozed, looks*groups)
	}
}
