package rtlgen_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// counterText is a netlist from elsewhere: a counter in a module around it, which is a part with a source.
const counterText = `module inner
  input up 1
  output q 8
  reg n 8 reset 3
  if up
    n = add(n, 8'1)
  q = n
end

module counter_part
  part Counter
    param STEP = 1
    clock CK
    reset RN low
    file "/lib/counter.v"
    include "/lib/inc"
    define FAST
    UP <-> up
    Q <-> q
  input up 1
  output q 8
  instance inner inner
    up <- up
  q = inner.q
end
`

func counter(t *testing.T) *ir.Design {
	t.Helper()
	d, err := ir.Parse("counter.nl", counterText)
	assert.NilError(t, err)
	return d
}

// TestForeignMistakes: what does not fit is reported at the call.
func TestForeignMistakes(t *testing.T) {
	type narrow struct {
		Up rtlgen.In  `doc:"count"`
		Q  rtlgen.Out `width:"7" doc:"the count"`
	}
	type other struct {
		Up   rtlgen.In  `doc:"count"`
		Down rtlgen.In  `doc:"count"`
		Q    rtlgen.Out `width:"8" doc:"the count"`
	}
	type turned struct {
		Up rtlgen.Out `doc:"count"`
	}
	type missing struct {
		Q rtlgen.Out `width:"8" doc:"the count"`
	}
	d := counter(t)
	for _, c := range []struct {
		circuit rtlgen.Circuit
		want    string
	}{
		{rtlgen.Foreign[narrow](d, nil), "port q of module counter_part has 8 bits, and 7 bits in the struct"},
		{rtlgen.Foreign[other](d, nil), "module counter_part has no port down; it has: up, q"},
		{rtlgen.Foreign[turned](d, nil), "port up of module counter_part is an input, and an output in the struct"},
		{rtlgen.Foreign[missing](d, nil), "input up of module counter_part is no field of rtlgen_test.missing"},
		{rtlgen.Foreign[missing](nil, nil), "there is no design to import"},
	} {
		_, err := rtlgen.Elaborate(c.circuit)
		assert.ErrorContains(t, err, c.want)
		assert.ErrorContains(t, err, "foreign_test.go:")
	}
}
