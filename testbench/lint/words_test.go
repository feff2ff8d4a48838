package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir/reserved"
	"culprit.example/culprit/testbench/extsim"
)

// candidates are the words of testdata/words.txt.
func candidates(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/words.txt")
	assert.NilError(t, err)
	var list []string
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.Fields(line)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// refused reports whether the builder refuses a name, of a port, of a register and of
// a module alike.
func refused(t *testing.T, name string) bool {
	t.Helper()
	port := rtlgen.NewModule("probe")
	port.Output(name, port.Input("x", 1))
	register := rtlgen.NewModule("probe")
	register.Output("q", register.Next(name, register.Input("x", 1), 0))
	module := rtlgen.NewModule(name)
	module.Output("q", module.Input("x_in", 1))
	var bad []bool
	for _, m := range []*rtlgen.Module{port, register, module} {
		_, err := rtlgen.Elaborate(m)
		bad = append(bad, err != nil)
	}
	assert.Assert(t, bad[0] == bad[1] && bad[1] == bad[2], "%s: port, register, module: %v", name, bad)
	return bad[0]
}

// TestWords: both Verilators, Icarus Verilog, Yosys and the compiler of Verilator's
// models take all words that the builder accepts, of those that a tool might have a use
// for; and the builder refuses no other than keywords and those at which one of them
// stumbles.
func TestWords(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	var accepted, words, tools []string
	for _, w := range candidates(t) {
		no := refused(t, w)
		switch {
		case reserved.CPlusPlus(w):
			words = append(words, w)
		case reserved.Tool(w):
			tools = append(tools, w)
		}
		assert.Check(t, no == (reserved.Keyword(w) || reserved.CPlusPlus(w) || reserved.Tool(w)), w)
		if !no {
			accepted = append(accepted, w)
		}
	}
	assert.Assert(t, len(accepted) > 350 && len(words) > 80 && len(tools) > 20, "%d %d %d", len(accepted), len(words),
		len(tools))
	dir := t.TempDir()
	writeFile(t, dir, "accepted.v", asPorts("accepted", accepted))
	writeFile(t, dir, "words.v", asPorts("words", words))
	warned := map[string]bool{}
	for _, verilator := range verilators(t) {
		quiet(t, dir, verilator, "--lint-only", "-Wall", "accepted.v")
		text := says(dir, verilator, "--lint-only", "-Wall", "words.v")
		for _, m := range regexp.MustCompile(`Warning-SYMRSVDWORD: .*'(\w+)'`).FindAllStringSubmatch(text, -1) {
			warned[m[1]] = true
		}
	}
	for _, w := range words {
		assert.Check(t, warned[w], "no Verilator minds %s", w)
	}
	quiet(t, dir, "iverilog", "-g2005", "-Wall", "-t", "null", "accepted.v")
	quiet(t, dir, "yosys", "-q", "-p", "read_verilog accepted.v")
	for name, verilator := range verilators(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			models(t, verilator, accepted)
		})
	}
}

// asPorts is a module with a port for each name.
func asPorts(module string, names []string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "module %s (\n    input wire clock_in", module)
	for _, n := range names {
		fmt.Fprintf(&s, ",\n    input wire %s,\n    output reg %s_out", n, n)
	}
	s.WriteString(");\n    always @(posedge clock_in) begin\n")
	for _, n := range names {
		fmt.Fprintf(&s, "        %s_out <= %s;\n", n, n)
	}
	s.WriteString("    end\nendmodule\n")
	return s.String()
}

// models compiles a model whose ports have all accepted words.
func models(t *testing.T, verilator string, accepted []string) {
	cxx, err := extsim.Lookup(context.Background(), "g++")
	assert.NilError(t, err)
	include := filepath.Join(verilatorRoot(t, verilator), "include")
	dir := t.TempDir()
	writeFile(t, dir, "accepted.v", asPorts("accepted", accepted))
	quiet(t, dir, verilator, "--cc", "--trace", "--prefix", "Vsim", "--Mdir", ".", "accepted.v")
	quiet(t, dir, cxx.Path, "-std=gnu++20", "-fsyntax-only", "-I"+include, "-I"+filepath.Join(include, "vltstd"), "-I.",
		"Vsim.cpp")
}

// verilatorRoot is the folder with Verilator's headers.
func verilatorRoot(t *testing.T, verilator string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^\s*VERILATOR_ROOT\s*= (\S+)`).FindAllStringSubmatch(says(".", verilator, "-V"), -1)
	for _, x := range m {
		if _, err := os.Stat(filepath.Join(x[1], "include", "verilated.h")); err == nil {
			return x[1]
		}
	}
	beside := filepath.Dir(filepath.Dir(verilator)) // of the package
	_, err := os.Stat(filepath.Join(beside, "include", "verilated.h"))
	assert.NilError(t, err, "the headers of %s are not there", verilator)
	return beside
}
