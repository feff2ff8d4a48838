package prove

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/rtlgen/yosys"
	"culprit.example/culprit/testbench/foreign"
)

// TestRandomEmission: the Verilog of random netlists is proven.
func TestRandomEmission(t *testing.T) {
	tiers.Tools(t, "yosys", "berkeley-abc")
	t.Parallel()
	from, to := tiers.Seeds(1, 12)
	for seed := from; seed < to; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 47))
			make := random.New
			if seed%2 == 0 {
				make = random.NewOpen
			}
			d := make(r).Design
			if wide(d) {
				return
			}
			all, err := Emission(context.Background(), []*ir.Design{d}, verilog.DefaultOptions(), Options{Limit: time.Minute})
			assert.NilError(t, err)
			for _, m := range all {
				assert.Equal(t, m.Verdict, Proven, "%s: %s", m.Name, m.Reason)
			}
		})
	}
}

// wide reports whether a netlist has products that take too many gates.
func wide(d *ir.Design) bool {
	yes := false
	for _, m := range d.Modules {
		seen := map[*ir.Node]bool{}
		m.RootNodes(func(n *ir.Node) {
			ir.WalkNodes(n, seen, func(n *ir.Node) { yes = yes || n.Op == ir.OpMul && n.Width > 16 })
		})
	}
	return yes
}

const netlist = `module leaf
  input d 4
  output q 4
  reg r 4 reset 3
  r = d
  q = r
end

module other
  input d 4
  output q 4
  reg r 4 reset 3
  r = not(d)
  q = r
end

module top
  input a 4
  input i 2
  input we 1
  output q 4
  output r 4
  output s 1
  output t 4
  reg n 4 reset 5
  reg free 4 noreset
  array table 3 x 4 reset 1,2,3
  memory ram 2 x 4 old = 6,7
    write we at i[0:0] data a
    read there async at i[0:0]
  memory mem 4 x 4 old
    write we at i data a
    read word sync we at i
  instance u leaf
    d <- n
  instance v other
    d <- there
  if we
    n = add(n, a)
    table[i] = a
  free = xor(a, n)
  q = n
  r = word
  s = xor(lt(a, u.q), redxor(v.q))
  t = xor(table[i], free)
end
`

// TestMistakesInVerilog: each mistake in the text is found, with the place and with values.
func TestMistakesInVerilog(t *testing.T) {
	tiers.Tools(t, "yosys", "berkeley-abc")
	t.Parallel()
	d, err := ir.Parse("top.nl", netlist)
	assert.NilError(t, err)
	o := verilog.Options{SingleFile: true}
	out, err := verilog.Emit(d, o)
	assert.NilError(t, err)
	text := string(out.Files[0].Data)
	for _, c := range []struct{ right, wrong, reason string }{
		{"n + a", "n + a", ""},
		{"n + a", "n - a", "of the next n is"},
		{"n <= 4'd5;", "n <= 4'd4;", "reset gives bit 0 of n another value"},
		{"a < u_q", "a <= u_q", "bit 0 of s is"},
		{"else if (we) begin", "else if (!we) begin", "of the next "},
		{"mem[i] <= a", "mem[i] <= n", "of what is written to mem is"},
		{"if (we) word <= mem[i]", "word <= mem[i]", "of the next word is"},
		{".d   (n)", ".d   (a)", "of u.d is"},
		{"other v (", "leaf v (", "the Verilog has an instance v of leaf, and the netlist has not"},
		{"ram[1] = 4'd7", "ram[1] = 4'd5", "word 1 of ram begins with another value"},
		{"a ^ n", "a & n", "of the next free is"},
		{"reg [3:0] n;", "reg [2:0] n;", "n is a register of 4 bits in the netlist, and not in the Verilog"},
	} {
		assert.Equal(t, strings.Count(text, c.right), 1, "%s in\n%s", c.right, text)
		t.Run(c.wrong, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "top.v")
			assert.NilError(t, os.WriteFile(file, []byte(strings.Replace(text, c.right, c.wrong, 1)), 0o666))
			read, err := foreign.Read(context.Background(), foreign.Source{Files: []string{file}, Top: "top",
				Reset: yosys.Reset{Input: "rst"}, Arbitrary: true, Written: true, Reader: foreign.Path})
			assert.NilError(t, err)
			all, err := compare(context.Background(), d, read, o, Options{}, map[string]bool{})
			assert.NilError(t, err)
			top := all[len(all)-1]
			want := Proven
			if c.reason != "" {
				want = Differs
			}
			assert.Equal(t, top.Verdict, want, top.Reason)
			assert.Assert(t, strings.Contains(top.Reason, c.reason), top.Reason)
		})
	}
}
