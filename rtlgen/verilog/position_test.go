package verilog_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/verilog"
)

type positionPorts struct {
	_     rtlgen.Unit `name:"position" doc:"outputs that are driven in several ways"`
	A     rtlgen.In   `width:"2" doc:"in"`
	Whole rtlgen.Out  `width:"2" doc:"driven once"`
	Bits  rtlgen.Out  `width:"2" doc:"driven bit by bit"`
	When  rtlgen.Out  `doc:"with a default"`
	Part  rtlgen.Out  `lanes:"2,split" doc:"split lanes"`
	Held  rtlgen.Out  `width:"2" doc:"of an instance"`
}

// positioned drives outputs.
func positioned() *rtlgen.Typed[positionPorts] {
	m, io := rtlgen.New[positionPorts](nil)
	io.Whole.Drive(io.A)           // drives: whole
	io.Bits.SetBit(0, io.A.Bit(1)) // drives: bits
	io.Bits.SetBit(1, io.A.Bit(0))
	io.When.Default(0) // drives: when
	m.If(io.A.Any(), func() { io.When.Set(1) })
	io.Part.Drive(io.A) // drives: part0 part1
	pair := rtlgen.Use(m, "pair", splitPair())
	rtlgen.TieOff(pair.M)
	rtlgen.TieOff(pair.S)
	io.Held.Drive(pair.Seen) // drives: held
	return m
}

// TestPositionsOfOutputs: behind an output stands the line that drives it.
func TestPositionsOfOutputs(t *testing.T) {
	text := string(emit(t, elaborate(t, positioned().Module), verilog.Options{Positions: true}).File("position.v"))
	text, _, _ = strings.Cut(text, "\n);") // the ports
	source, err := os.ReadFile("position_test.go")
	assert.NilError(t, err)
	outputs := 0
	for i, line := range strings.Split(string(source), "\n") {
		_, names, _ := strings.Cut(line, "// "+"drives: ")
		for _, name := range strings.Fields(names) {
			outputs++
			_, rest, found := strings.Cut(strings.ReplaceAll(text, ",", " "), " "+name+" ")
			assert.Assert(t, found, "%s: %s", name, text)
			rest, _, _ = strings.Cut(rest, ")")
			want := "position_test.go:" + strconv.Itoa(i+1)
			assert.Assert(t, strings.HasSuffix(rest, want), "%s: %s, and not %s", name, rest, want)
		}
	}
	assert.Equal(t, outputs, 6)
}
