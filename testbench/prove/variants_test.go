package prove

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir"
)

// choices has variants that differ in several ways from the design. never is 0 in all cycles, one of s is 1, d is looked
// at where v says so only, and n is at most 2.
const choices = `module top
  input a 1
  input x 4
  input up 1
  input variant 4
  output first 1
  output any 1
  output valid 1
  output data 4
  output count 2
  output word 8
  reg never 1 reset 0
  reg s 2 reset 1
  reg v 1 reset 0
  reg d 4 reset 0
  reg n 2 reset 0
  reg place 4 reset 0
  memory mem 128 x 8 old
    write a at zext7(place) data zext8(x)
    read r async at mux(eq(variant, 4'8), zext7(x), zext7(place))
  never = and(never, a)
  first = mux(eq(variant, 4'1), a, xor(a, never))
  s = mux(a, rotl(s, 1'1), s)
  any = mux(eq(variant, 4'2), redxor(s), redor(s))
  v = a
  valid = v
  d = mux(or(a, eq(variant, 4'3)), x, d)
  data = mux(eq(variant, 4'4), not(d), mux(eq(variant, 4'5), xor(d, replicate4(not(v))), d))
  n = mux(up, add(n, 2'1), mux(eq(variant, 4'6), n, 2'0))
  count = mux(eq(variant, 4'7), mux(eq(n, 2'3), 2'0, n), n)
  place = x
  word = r
  assume not_far not(and(up, eq(n, 2'2)))
end
`

func TestVariants(t *testing.T) {
	tiers.Tools(t, "berkeley-abc")
	t.Parallel()
	d, err := ir.Parse("top.nl", choices)
	assert.NilError(t, err)
	v, err := NewVariants(d, Counted{Valid: map[string]string{"data": "valid"}, Depth: 5})
	assert.NilError(t, err)
	list, err := v.Equal(context.Background(), 9, 10*time.Second, func(int) {})
	assert.NilError(t, err)
	var got []string
	for i, p := range list {
		trace := ""
		if p.Trace != nil {
			var b bytes.Buffer
			assert.NilError(t, p.Trace.Write(&b))
			trace = fmt.Sprintf(" after %d cycles", strings.Count(b.String(), ":")-1)
		}
		got = append(got, fmt.Sprint(i+1, " ", p.Verdict, " ", p.By, trace))
	}
	assert.DeepEqual(t, got, []string{
		"1 proven structure", // a register that is constant
		"2 proven pdr",       // in no state that is reached
		"3 proven pdr",       // a value that nobody looks at
		"4 refuted  after 1 cycles",
		"5 proven pdr", // an output where it does not count
		"6 refuted  after 1 cycles",
		"7 proven pdr",   // while the assumption holds
		"8 not decided ", // another word of a memory that is cut out
		"9 proven structure",
	})
}

// TestVariantsCounts: what is known of the design is counted on.
func TestVariantsCounts(t *testing.T) {
	tiers.Tools(t, "berkeley-abc")
	t.Parallel()
	d, err := ir.Parse("top.nl", `module top
  input a 4
  input variant 1
  output y 1
  reg q 4 noreset
  q = a
  y = mux(variant, lt(q, 4'15), 1'1)
  assert small lt(q, 4'15)
end
`)
	assert.NilError(t, err)
	for known, verdict := range map[bool]Verdict{true: Proven, false: Bounded} {
		v, err := NewVariants(d, Counted{Proven: func(p *aig.Property) bool { return known && p.Name() == "small" }})
		assert.NilError(t, err)
		list, err := v.Equal(context.Background(), 1, 10*time.Second, func(int) {})
		assert.NilError(t, err)
		assert.Equal(t, list[0].Verdict, verdict)
	}
}
