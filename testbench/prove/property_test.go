package prove

import (
	"bytes"
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

// counters has a part with a contract: it counts up and down, and takes no more than it can hold.
const counters = `module counter
  input up 1
  input down 1
  output n 3
  reg q 3 reset 0
  q = sub(add(q, zext3(up)), zext3(down))
  n = q
  assume not_full not(and(up, eq(q, 3'5)))
  assume not_empty not(and(down, eq(q, 3'0)))
  assert in_range le(q, 3'5)
end

`

// TestProperties has a property of each kind and what becomes of it.
func TestProperties(t *testing.T) {
	tiers.Tools(t, "berkeley-abc")
	t.Parallel()
	type result struct {
		verdict Verdict
		depth   int
		trace   string
	}
	for _, c := range []struct {
		name, text string
		want       map[string]result
	}{
		{"the part alone", `module top
  input up 1
  input down 1
  reg q 3 reset 0
  q = sub(add(q, zext3(up)), zext3(down))
  assume not_full not(and(up, eq(q, 3'5)))
  assume not_empty not(and(down, eq(q, 3'0)))
  assert in_range le(q, 3'5)
  assert too_strict le(q, 3'4)
end
`, map[string]result{
			"in_range":   {Proven, 0, ""},
			"too_strict": {Refuted, 5, "0: up=0x1\n5: up=0x0\n"},
		}},
		{"the logic around decides", counters + `module top
  input go 1
  output full 1
  instance c counter
    up <- and(go, lt(c.n, 3'5))
    down <- not(or(go, eq(c.n, 3'0)))
  full = eq(c.n, 3'5)
end
`, map[string]result{"c.not_full": {Proven, 0, ""}, "c.not_empty": {Proven, 0, ""}}},
		{"the logic around is wrong", counters + `module top
  input go 1
  output full 1
  reg was 1 reset 0
  instance c counter
    up <- and(was, lt(c.n, 3'6))
    down <- 1'0
  was = 1'1
  full = go
end
`, map[string]result{"c.not_full": {Refuted, 6, ""}, "c.not_empty": {Proven, 0, ""}}},
		{"the pins decide", counters + `module top
  input go 1
  output n 3
  instance c counter
    up <- go
    down <- 1'0
  n = c.n
  assert in_range le(c.n, 3'5)
end
`, map[string]result{"c.not_full": {Lifted, 5, "0: go=0x1\n"}, "c.not_empty": {Proven, 0, ""}, "in_range": {Proven, 0, ""}}},
		{"first values", `module top
  input a 2
  reg q 2 noreset
  reg valid 1 reset 0
  q = a
  valid = 1'1
  assert later or(not(valid), lt(q, 2'3))
  assert first or(valid, lt(q, 2'3))
end
`, map[string]result{"later": {Refuted, 1, "0: a=0x3\n1: a=0x0\n"}, "first": {Refuted, 0, ""}}},
		{"too large to be looked into", `module top
  input we 1
  input at 10
  reg valid 1 reset 0
  memory mem 1024 x 8 undefined
    write we at at data 8'1
    read word sync 1'1 at at
  valid = 1'1
  assert small or(not(valid), lt(word, 8'2))
end
`, map[string]result{"small": {Open, 1, ""}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d, err := ir.Parse("top.nl", c.text)
			assert.NilError(t, err)
			list, err := Properties(context.Background(), d, Limits{Search: 20 * time.Second, Depth: 12})
			assert.NilError(t, err)
			assert.Equal(t, len(list), len(c.want))
			for _, p := range list {
				want := c.want[p.Name]
				assert.Equal(t, p.Verdict, want.verdict, p.Name)
				assert.Equal(t, p.Depth, want.depth, p.Name)
				if want.trace != "" {
					var b bytes.Buffer
					assert.NilError(t, p.Trace.Write(&b))
					assert.Equal(t, b.String(), want.trace, p.Name)
				}
			}
		})
	}
}
