//go:build linux && amd64

package compiled_test

import (
	"fmt"
	"math/big"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/lockstep"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

// restful is what both sides of these tests are given.
var restful = machine.Config{Seed: 1, NoChecks: true}

// holdInputs runs a design on the native engine, whose groups may rest, and on another machine,
// with each row of inputs held for some hundred cycles. It returns how many groups rested at the
// end of a row, in all, and how many dozed whenever it looked.
func holdInputs(t *testing.T, name string, d *ir.Design, rows [][]*big.Int, want machine.Machine,
	list ...compiled.Option) (rested, dozed int) {
	t.Helper()
	got, err := compiled.NewNativeWith(d, restful,
		append([]compiled.Option{compiled.Checked, compiled.Filled(32, 16, 8)}, list...)...)
	assert.NilError(t, err, name)
	for i, row := range rows {
		lockstep.SetInputs(got, d, row)
		lockstep.SetInputs(want, d, row)
		for _, n := range []int{1, 40, 30, 30, 20, 30 + 7*i, 2} {
			got.Edges(n)
			want.Edges(n)
			dozed += got.Dozing()
		}
		rested += got.Rested()
		assert.NilError(t, lockstep.Outputs(got, want, d), "%s, row %d", name, i)
		if i%2 == 0 {
			lookElsewhere(d, got, row)
		} else { // somebody changes a register
			changeRegister(d, got, want, uint64(i))
		}
		got.Edges(2)
		want.Edges(2)
		assert.NilError(t, lockstep.Same(got, want, d), "%s, row %d", name, i)
	}
	return rested, dozed
}

// lookElsewhere looks at the outputs inside for other inputs, which are not there any more when the
// next cycle comes.
func lookElsewhere(d *ir.Design, m machine.Machine, row []*big.Int) {
	other := make([]*big.Int, len(row))
	for i, p := range d.Top.Inputs() {
		other[i] = new(big.Int).Xor(row[i], new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(p.Width)), big.NewInt(1)))
	}
	lockstep.SetInputs(m, d, other)
	for i, inst := range machine.Instances(d) {
		for _, p := range inst.Module.Outputs() {
			m.Load(machine.Object{Inst: i, Sig: p}, 0, make([]uint64, machine.Words(p.Width)))
		}
	}
	lockstep.SetInputs(m, d, row)
}

// changeRegister writes to the first register that an instance inside has.
func changeRegister(d *ir.Design, got, want machine.Machine, value uint64) {
	for i, inst := range machine.Instances(d) {
		for _, s := range inst.Module.Signals {
			if i > 0 && s.Kind == ir.Reg && s.Width <= 64 {
				x := []uint64{value & (1<<s.Width - 1)}
				got.Store(machine.Object{Inst: i, Sig: s}, 0, x)
				want.Store(machine.Object{Inst: i, Sig: s}, 0, x)
				return
			}
		}
	}
}

// onThreads has two threads share small groups.
var onThreads = []compiled.Option{compiled.Threads(2), compiled.Filled(8)}

// TestRest: groups that rest do what they would do if they did not.
func TestRest(t *testing.T) {
	t.Parallel()
	rest(t, 6)
}

// TestRestOnThreads: so they do where threads share them.
func TestRestOnThreads(t *testing.T) {
	withProcessors(t, 2)
	rest(t, 3, onThreads...)
}

func rest(t *testing.T, seeds uint64, list ...compiled.Option) {
	t.Helper()
	from, to := tiers.Seeds(1100, seeds)
	rested := 0
	for seed := from; seed < to; seed++ {
		wired := func(seed uint64, copies, cycles int) (*ir.Design, [][]*big.Int) {
			const width = 8
			d, rows := permuted(seed, 6*copies, width, cycles) // several groups
			first := new(big.Int).Lsh(big.NewInt(1), 32*width)
			for i := range rows[1:] { // by turns the inputs of the first group and those of the others move
				keep, move := rows[i][0], rows[i+1][0]
				if i%2 == 0 {
					keep, move = move, keep
				}
				low := new(big.Int).Mod(keep, first)
				rows[i+1][0] = low.Add(low, new(big.Int).Sub(move, new(big.Int).Mod(move, first)))
			}
			return d, rows
		}
		for _, make := range []func(seed uint64, copies, cycles int) (*ir.Design, [][]*big.Int){side, web, wired} {
			d, rows := make(seed, 8+8*int(seed%2), 7)
			want, err := reference.New(d, restful)
			assert.NilError(t, err)
			n, _ := holdInputs(t, fmt.Sprintf("seed %d, %s", seed, d.Top.Name), d, rows, want, append(list, compiled.Resting)...)
			rested += n
		}
	}
	assert.Assert(t, rested > 20, "groups rested %d times: too seldom to show anything", rested)
}

// TestRestless: what only looks as if it could rest. Its registers do not change for a while.
func TestRestless(t *testing.T) {
	t.Parallel()
	for name, cell := range map[string]string{
		"a memory that counts": `
  input d 8
  output q 8
  memory words 4 x 8 old
    write 1'1 at 2'1 data add(word, 8'1)
    read word async at 2'1
  q = xor(word, d)`,
		"a memory that counts at a place that an input chooses": `
  input d 8
  output q 8
  memory words 16 x 8 old
    write 1'1 at d[3:0] data add(word, 8'1)
    read word async at d[3:0]
  q = word`,
		"a register that takes what is arbitrary": `
  input d 8
  output q 8
  reg bit 1 reset 0
  array file 5 x 8 reset 7*5
  bit = file[3'7][0:0]
  q = concat(7'0, bit)
  if d[7:7]
    file[d[2:0]] = d`,
		"a counter that seldom moves its output": `
  input d 8
  output q 8
  reg count 12 reset 0
  count = add(count, 12'1)
  q = xor(d, count[11:4])`,
		"an output that follows its input": `
  input d 8
  output q 8
  reg held 8 reset 7
  if d[7:7]
    held = d
  q = xor(held, d)`,
		"a register that its input moves": `
  input d 8
  output q 8
  reg last 8 reset 0
  last = xor(last, d)
  q = last`,
	} {
		text := "module cell" + cell +
			"\nend\n\nmodule top\n  input d 256\n  output q 256\n  instance copy[32] cell\n    d <- d\n  q = copy.q\nend\n"
		d, err := ir.Parse("cell", text)
		assert.NilError(t, err, name)
		rows := make([][]*big.Int, 6)
		for i := range rows {
			row := new(big.Int)
			for range 4 {
				row.Or(row.Lsh(row, 64), new(big.Int).SetUint64(uint64(i/2)*0x0203010500070901))
			}
			rows[i] = []*big.Int{row}
		}
		want, err := reference.New(d, restful)
		assert.NilError(t, err, name)
		holdInputs(t, name, d, rows, want, compiled.Resting)
	}
}
