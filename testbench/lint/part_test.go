package lint

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// partValue is a parameter of a part: how the part declares it, what the description
// gives, and the bits or the number that every tool must hand to the part.
type partValue struct {
	declared string
	value    func(m *rtlgen.Module) any
	want     any // *big.Int, or float64
}

func given(x any) func(*rtlgen.Module) any { return func(*rtlgen.Module) any { return x } }

func hex(digits string) *big.Int {
	x, ok := new(big.Int).SetString(digits, 16)
	if !ok {
		panic("BUG: " + digits)
	}
	return x
}

// ofWidth is a number of that many bits in two's complement.
func ofWidth(x int64, bits int) *big.Int {
	return new(big.Int).And(big.NewInt(x), ir.Ones(bits))
}

func partValues() []partValue {
	wide := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(5))
	text := "a\a\"b\\c\n\t\x01\x7f\u00e4 %d"
	return []partValue{
		{"[63:0]", given(uint32(0xffffffff)), hex("ffffffff")},
		{"[63:0]", given(int64(1) << 31), hex("80000000")},
		{"[63:0]", given(1<<31 - 1), hex("7fffffff")},
		{"[63:0]", given(uint64(math.MaxUint64)), hex("ffffffffffffffff")},
		{"[63:0]", given(int64(1) << 40), hex("10000000000")},
		{"[255:0]", given(wide), wide},
		{"[63:0]", func(m *rtlgen.Module) any { return m.Const(64, uint64(0xffffffff)) }, hex("ffffffff")},
		{"[63:0]", func(m *rtlgen.Module) any { return m.Const(64, 3) }, big.NewInt(3)},
		{"[255:0]", func(m *rtlgen.Module) any { return m.Const(256, wide) }, wide},
		{"", func(m *rtlgen.Module) any { return m.Constant("level", 5, 19) }, big.NewInt(19)},
		{"", func(m *rtlgen.Module) any { return m.Enum("mode", "slow", "fast").Value("fast") }, big.NewInt(1)},
		{"[63:0]", given(-3), ofWidth(-3, 64)},
		{"integer", given(int8(-128)), ofWidth(-128, 32)},
		{"integer", given(-(1<<31 - 1)), ofWidth(-(1<<31 - 1), 32)},
		{"signed [63:0]", given(-1 << 31), ofWidth(-1<<31, 64)},
		{"signed [63:0]", given(int64(math.MinInt64) + 1), ofWidth(math.MinInt64+1, 64)},
		{"signed [127:0]", given(new(big.Int).Neg(hex("8000000000000000"))),
			new(big.Int).Sub(hex("100000000000000000000000000000000"), hex("8000000000000000"))},
		{"integer", given(uint8(200)), big.NewInt(200)},
		{"integer", given(true), big.NewInt(1)},
		{"real", given(2.5), 2.5},
		{"real", given(10.0), 10.0},
		{"real", given(float32(0.1)), 0.1},
		{"real", given(-0.015625), -0.015625},
		{"real", given(1e21), 1e21},
		{"real", given(-2.5e-7), -2.5e-7},
		{"real", given(math.Pi), math.Pi},
		{"", given(text), new(big.Int).SetBytes([]byte(text))},
		{"", given("NOREG"), new(big.Int).SetBytes([]byte("NOREG"))},
	}
}

// TestPartValues gives a part parameters of all types and compares what each tool has
// read: both Verilators, Icarus Verilog, and Yosys but for real numbers, which it has not.
func TestPartValues(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	values := partValues()
	m := rtlgen.NewModule("values")
	x, y := m.Input("x", 1), m.OutputVar("y", 1)
	y.Set(x)
	part := m.BlackBox("PART")
	var declared, shown, wires []string
	for i, v := range values {
		part.Set(fmt.Sprintf("P%d", i), v.value(m))
		declared = append(declared, fmt.Sprintf("parameter %s P%d = %d", v.declared, i, 0))
		format := "%h"
		if v.declared == "real" {
			format = "%.20e"
		} else {
			wires = append(wires, fmt.Sprintf("(* keep *) wire [%d:0] p%d = P%d;", bitsOf(v)-1, i, i))
		}
		shown = append(shown, fmt.Sprintf(`$display("P%d %s", P%d);`, i, format, i))
	}
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	text := ir.Text(d)
	again, err := ir.Parse("values", text)
	assert.NilError(t, err)
	assert.Equal(t, ir.Text(again), text)
	out, err := verilog.Emit(again, verilog.DefaultOptions())
	assert.NilError(t, err)
	dir := t.TempDir()
	assert.NilError(t, out.WriteDir(dir))
	head := "module PART #(\n    " + strings.Join(declared, ",\n    ") +
		"\n) (input wire x, output wire y);\n    assign y = x;\n"
	writeFile(t, dir, "PART.v", head+"endmodule\n")
	writeFile(t, dir, "shown/PART.v", head+"    initial begin\n        "+strings.Join(shown, "\n        ")+
		"\n    end\nendmodule\n")
	writeFile(t, dir, "wires/PART.v", head+"    "+strings.Join(wires, "\n    ")+"\nendmodule\n")
	compare := func(tool string, read map[string]string) {
		t.Helper()
		for i, v := range values {
			name := fmt.Sprintf("P%d", i)
			if want, ok := v.want.(*big.Int); ok {
				assert.Check(t, read[name] == want.Text(16), "%s: %s, %v for %s, is %s, not %x", tool, name, v.value(m), v.declared,
					read[name], want)
			} else if tool != "yosys" {
				got, err := strconv.ParseFloat(regexp.MustCompile(`(e.*)\.0$`).ReplaceAllString(read[name], "$1"), 64)
				assert.Check(t, err == nil && got == v.want, "%s: %s is %s, not %v", tool, name, read[name], v.want)
			}
		}
	}
	assert.Equal(t, says(dir, "iverilog", "-g2005", "-o", "values.vvp", "-s", "values", "values.v", "shown/PART.v"), "")
	compare("iverilog", fields(says(dir, "vvp", "-n", "values.vvp")))
	tools := verilators(t)
	says(dir, tools[oldest], "--xml-only", "-Wno-fatal", "--Mdir", "xml", "--top-module", "values", "values.v", "PART.v")
	compare(oldest, xmlConstants(t, dir))
	says(dir, tools[newest], "--json-only", "-Wno-fatal", "--Mdir", "json", "--top-module", "values", "values.v", "PART.v")
	compare(newest, jsonConstants(t, dir))
	says(dir, "yosys", "-q", "-p",
		"read_verilog wires/PART.v values.v; hierarchy -check -top values; proc; flatten; opt_clean; write_json yosys.json")
	compare("yosys", yosysWires(t, dir))
}

// number is the hexadecimal form, without zeros in front, of a constant of Verilator.
func number(name string) string {
	_, digits, sized := strings.Cut(name, "h")
	if !sized || strings.Contains(name, ".") {
		return name
	}
	return hex(strings.ReplaceAll(digits, "_", "")).Text(16)
}

func fields(text string) map[string]string {
	read := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		if name, value, ok := strings.Cut(line, " "); ok {
			if !strings.Contains(value, ".") {
				value = hex(value).Text(16)
			}
			read[name] = value
		}
	}
	return read
}

func xmlConstants(t *testing.T, dir string) map[string]string {
	text, err := os.ReadFile(filepath.Join(dir, "xml", "Vvalues.xml"))
	assert.NilError(t, err)
	read := map[string]string{}
	for _, m := range regexp.MustCompile(`<var [^>]*name="(P\d+)"[^>]*>\s*<const [^>]*name="([^"]*)"`).
		FindAllStringSubmatch(string(text), -1) {
		read[m[1]] = number(strings.ReplaceAll(m[2], "&apos;", "'"))
	}
	return read
}

func jsonConstants(t *testing.T, dir string) map[string]string {
	text, err := os.ReadFile(filepath.Join(dir, "json", "Vvalues.tree.json"))
	assert.NilError(t, err)
	var tree any
	assert.NilError(t, json.Unmarshal(text, &tree))
	read := map[string]string{}
	var walk func(x any)
	walk = func(x any) {
		switch x := x.(type) {
		case map[string]any:
			if value, ok := x["valuep"].([]any); ok && x["type"] == "VAR" && len(value) == 1 {
				read[x["name"].(string)] = number(value[0].(map[string]any)["name"].(string))
			}
			for _, y := range x {
				walk(y)
			}
		case []any:
			for _, y := range x {
				walk(y)
			}
		}
	}
	walk(tree)
	return read
}

// yosysWires are the bits of the wires that have the parameters' values.
func yosysWires(t *testing.T, dir string) map[string]string {
	text, err := os.ReadFile(filepath.Join(dir, "yosys.json"))
	assert.NilError(t, err)
	var design struct {
		Modules map[string]struct {
			Netnames map[string]struct{ Bits []any }
		}
	}
	assert.NilError(t, json.Unmarshal(text, &design))
	read := map[string]string{}
	for name, net := range design.Modules["values"].Netnames {
		if p, ok := strings.CutPrefix(name, "part.p"); ok {
			x := new(big.Int)
			for i, bit := range net.Bits {
				if bit == "1" {
					x.SetBit(x, i, 1)
				}
			}
			read["P"+p] = x.Text(16)
		}
	}
	return read
}

// bitsOf is the width of a parameter as it is declared; without a range it has that of
// its value.
func bitsOf(v partValue) int {
	if m := regexp.MustCompile(`\[(\d+):0\]`).FindStringSubmatch(v.declared); m != nil {
		high, _ := strconv.Atoi(m[1]) // it is a number
		return high + 1
	}
	return max(32, v.want.(*big.Int).BitLen())
}
