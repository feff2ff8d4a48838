package verilog_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
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

type counterPorts struct {
	Up rtlgen.In  `doc:"count"`
	Q  rtlgen.Out `width:"8" doc:"the count"`
}

func counter(t *testing.T) *ir.Design {
	t.Helper()
	d, err := ir.Parse("counter.nl", counterText)
	assert.NilError(t, err)
	return d
}

// TestForeign: copies of a part with a source stand in a design; its Verilog has the part and lists the files.
func TestForeign(t *testing.T) {
	d := counter(t)
	m := rtlgen.NewModule("pair")
	io := rtlgen.UseArray(m, "counters", 2, rtlgen.Foreign[counterPorts](d, nil))
	io.Up.Drive(m.Input("up", 2))
	m.Output("q", io.Q)
	one := rtlgen.Use(m, "alone", rtlgen.Foreign[counterPorts](d, nil))
	one.Up.Drive(m.Const(1, 1))
	m.Output("p", one.Q)
	pair := elaborate(t, m)
	assert.Equal(t, len(pair.Modules), 3)

	out, err := verilog.Emit(pair, verilog.Options{Manifest: true})
	assert.NilError(t, err)
	var names []string
	for _, f := range out.Files {
		names = append(names, f.Path)
	}
	assert.Equal(t, strings.Join(names, " "), "counter_part.v pair.v pair.f counter_part.core pair.core pair.json")
	list := string(out.File("pair.f"))
	assert.Assert(t, strings.HasSuffix(list, "counter_part.v\npair.v\n+incdir+/lib/inc\n+define+FAST\n/lib/counter.v\n"),
		list)
	shell := string(out.File("counter_part.v"))
	for _, line := range []string{"Counter #(\n        .STEP (1)\n    ) part (\n", ".CK (clk),\n", ".RN (!rst),\n",
		".UP (up),\n", ".Q  (q)\n"} {
		assert.Assert(t, strings.Contains(shell, line), shell)
	}
	again, err := ir.Parse("pair.nl", ir.Text(pair))
	assert.NilError(t, err)
	assert.Equal(t, ir.Text(again), ir.Text(pair))
}

// TestForeignBegins: a part without a reset stands still in reset.
func TestForeignBegins(t *testing.T) {
	d, err := ir.Parse("counter.nl", strings.Replace(counterText, "    reset RN low\n", "    begins\n", 1))
	assert.NilError(t, err)
	out, err := verilog.Emit(d, verilog.Options{ResetActiveLow: true})
	assert.NilError(t, err)
	shell := string(out.File("counter_part.v"))
	for _, line := range []string{"wire running_clk = clk & rst_n;\n", ".CK (running_clk),\n"} {
		assert.Assert(t, strings.Contains(shell, line), shell)
	}
}
