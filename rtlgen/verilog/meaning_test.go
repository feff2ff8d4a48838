package verilog_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestRegistersHaveMeanings: what is said at a declaration stands behind it in the Verilog; what takes a named value at
// every edge, or drives a port, has a meaning without that.
func TestRegistersHaveMeanings(t *testing.T) {
	t.Parallel()
	m := rtlgen.NewModule("meanings")
	a := m.Input("a", 4)
	count := m.Reg("count", 4, 0, "what was counted")
	m.If(a.Any(), func() { count.Set(count.Add(1)) })
	late := m.NextNoReset("late", a)
	table := m.RegArray("pair", 2, 4, 1, "two of them")
	table.At(a.Bit(0)).Set(a)
	wire := m.Let("both", rtlgen.Cat(a, count), "side by side")
	ram := m.Memory("ram", 4, 4, rtlgen.ReadOld, "words")
	ram.Write(a.Bit(1), a.Low(2), a)
	readLate := m.Next("read_late", ram.ReadSync("word", a.Bit(2), a.Low(2)), 0)
	m.Output("y", wire)
	out := m.Reg("out", 4, 3)
	out.Set(table.At(a.Bit(1)))
	m.Output("z", out)
	m.Describe("z", "what comes out")
	m.Unused("rest", late, readLate)
	text := verilogText(t, elaborate(t, m))
	for _, want := range []string{"count; // what was counted", "late; // a, one cycle later", "pair [0:1]; // two of them",
		"both; // side by side", "ram [0:3]; // words", "read_late; // word, one cycle later", "out; // what comes out"} {
		says(t, text, want)
	}
}

// TestFieldsHaveNames: the fields of a packed struct are wires, in whatever they are part of; one that the module has a
// name for already stays a select.
func TestFieldsHaveNames(t *testing.T) {
	t.Parallel()
	type inner struct {
		Low rtlgen.Value `width:"2"`
	}
	type word struct {
		Kind  rtlgen.Value `doc:"what it is"`
		Count rtlgen.Value `width:"3"`
		In    inner
	}
	m := rtlgen.NewModule("fields")
	a := m.Input("a", 6)
	m.Output("y", m.Input("a_count", 1))
	w := rtlgen.Unpack[word](a, rtlgen.Dims{})
	r := m.Reg("r", 6, 0)
	r.Set(a)
	late := rtlgen.Unpack[word](r, rtlgen.Dims{})
	m.Output("kind", w.Kind.Xor(late.Kind))
	m.Output("sum", w.Count.Add(late.Count))
	m.Output("low", late.In.Low)
	m.Assert("checked", w.In.Low.Any())
	d := elaborate(t, m)
	text := verilogText(t, d)
	for _, want := range []string{"a_kind = a[5]; // what it is", "r_count = r[4:2];", "r_in_low = r[1:0];",
		"a[4:2] + r_count"} {
		says(t, text, want)
	}
	_, checks, _ := strings.Cut(text, "`ifdef RTLGEN_CHECKS")
	assert.Assert(t, strings.Contains(checks, "a_in_low ="), "a field that checks alone read is declared for them alone\n%s", text)
	again, err := ir.Parse("fields.txt", ir.TextWith(d, ir.Docs))
	assert.NilError(t, err)
	assert.Equal(t, verilogText(t, again), verilogText(t, d))
	assert.Assert(t, !strings.Contains(ir.Text(d), " field "), "names of bits are no part of the circuit")
}

// TestConstantsAreDecimal: what people choose is written as they do, patterns of bits are not.
func TestConstantsAreDecimal(t *testing.T) {
	t.Parallel()
	m := rtlgen.NewModule("constants")
	a := m.Input("a", 40)
	for name, v := range map[string]int{"sixty_thousand": 60000, "two_to_16": 1 << 16, "vlan": 0x8100, "ten_million": 10e6} {
		m.Output(name, a.Eq(v))
	}
	text := verilogText(t, elaborate(t, m))
	for _, want := range []string{"40'd60000", "40'h10000", "40'h8100", "40'd10000000"} {
		says(t, text, want)
	}
}

// says checks that the text has some words in it, with any blanks between them.
func says(t *testing.T, text, want string) {
	t.Helper()
	assert.Assert(t, strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(want), " ")),
		"%s is not in\n%s", want, text)
}

func verilogText(t *testing.T, d *ir.Design) string {
	t.Helper()
	out, err := verilog.Emit(d, verilog.Options{})
	assert.NilError(t, err)
	return string(out.File(d.Top.Name + ".v"))
}
