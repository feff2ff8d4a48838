package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/urfave/cli/v2"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
)

// families is the library, for programs in the test's own process.
var families = sync.OnceValue(library.Families)

// ours is the program as main has it, writing to stdout.
func ours(stdout, stderr io.Writer) *program {
	return newProgram("rtlgen", stdout, stderr, families())
}

// A wrongCall has no good outcome. Words that begin with @ are what place makes.
type wrongCall struct {
	args   []string
	stdout io.Writer // nil: a buffer, which stays empty
}

// place makes a folder with what calls stumble over, and returns it.
//
//	@file    a file                       @folder    a folder
//	@dangle  a link to nothing            @loop      a link to itself
//	@locked  a folder without rights      @none      nothing
//	@full    a device that is full
func place(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	assert.NilError(t, os.WriteFile(at("file"), []byte("text\n"), 0o666))
	assert.NilError(t, os.Mkdir(at("folder"), 0o777))
	assert.NilError(t, os.Symlink("nowhere/at/all", at("dangle")))
	assert.NilError(t, os.Symlink("loop", at("loop")))
	assert.NilError(t, os.Mkdir(at("locked"), 0o555))
	assert.NilError(t, os.Symlink("/dev/full", at("full")))
	return dir
}

// listing is everything below a folder: kinds, sizes, targets of links.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	assert.NilError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		size := info.Size()
		if d.IsDir() {
			size = 0
		}
		list = append(list, fmt.Sprintf("%s %s %d", info.Mode(), name, size))
		return err
	}))
	return list
}

// optionMistakes are wrong uses of each option of each command: of every kind there is.
func optionMistakes() []wrongCall {
	subject := map[string]string{"gen": "fifo", "verify": "fifo", "tb": "fifo", "dpi": "fifo", "wave": "fifo", "dump": "fifo", "draw": "fifo",
		"lint": "fifo", "synth": "fifo", "run": "recn-memory", "bench": "switch"}
	var calls []wrongCall
	for _, c := range (&program{name: "rtlgen"}).app().Commands {
		if c.Hidden || c.Name == "help" {
			continue
		}
		call := func(words ...string) {
			base := []string{c.Name}
			if s := subject[c.Name]; s != "" {
				base = append(base, s)
			}
			calls = append(calls, wrongCall{args: append(base, words...)})
		}
		call("--no-such-option")
		call("-z")
		call("--=")
		for _, f := range c.Flags {
			long := "--" + f.Names()[0]
			if _, on := f.(*cli.BoolFlag); on {
				call(long + "=perhaps")
				continue
			}
			call(long)
			if !slices.Contains(mayBeEmpty, f.Names()[0]) {
				call(long, "")
				call(long + "=")
			}
			if len(c.Flags) > 1 {
				other := c.Flags[0]
				if other == f {
					other = c.Flags[1]
				}
				call(long, "--"+other.Names()[0])
			}
			if !repeatable(f) {
				call(long, "1", long, "1")
			}
		}
	}
	return calls
}

// valueMistakes are values that no option of that name has.
func valueMistakes() []wrongCall {
	var calls []wrongCall
	each := func(commands, option string, values ...string) {
		for _, c := range strings.Split(commands, ",") {
			for _, v := range values {
				calls = append(calls, wrongCall{args: append(strings.Fields(c), option, v)})
			}
		}
	}
	blocks := "gen fifo,verify fifo,tb fifo,dpi fifo,wave fifo,lint fifo,synth fifo"
	each(blocks, "-p", "depth", "=4", "depth=", "depth=x", "depth=4,8", "depth=0", "depth=16385", "depth=1e99",
		"depth=4.5", "deepth=4", "depth=0x4", "depth= 4", "=")
	each("verify fifo,tb fifo,wave fifo", "--cycles", "0", "-1", "x", "1e3", "100000001", "1.5", " 1")
	each("verify fifo,tb fifo,wave fifo", "--seed", "-1", "x", "18446744073709551616", "1,2")
	each("verify fifo", "--engine", "referenc", "reference,", ",", "reference,reference", "REFERENCE")
	each("verify fifo,run recn-memory", "-j", "0", "-1", "x", "257", "1.5")
	each("gen fifo,tb fifo", "--reset", "never", "Sync")
	each("gen fifo,tb fifo", "--reset-polarity", "up")
	each("gen fifo,tb fifo", "--reset-registers", "some")
	each("gen fifo,tb fifo", "--prefix", "4x", "a b", "é")
	each("gen fifo,tb fifo", "--timescale", "1ps/1ns", "x", "2ns/1ns")
	each("gen fifo,tb fifo", "--license", "my/own", "a\nb")
	each("gen fifo,tb fifo", "--filelist-root", "a#b", "a b\n")
	each("gen fifo,tb fifo", "--core-vendor", "a:b")
	each("gen fifo,tb fifo", "--core-version", "latest")
	each("gen fifo --sdc,gen fifo --xdc", "--clock-period", "0", "-1", "x", "4ns", "NaN", "Inf")
	each("gen fifo --sdc", "--io-delay", "-1", "x", "11")
	each("gen fifo,tb fifo,run recn-uniform", "-o", "-", "/", "//", "@file", "@file/x", "@file/x/y", "@dangle",
		"@dangle/x", "@loop", "@loop/x")
	each("wave fifo", "-o", "@folder", "@file/x", "@none/x", "@loop", "@dangle", "@full", "@dangle/x", "/dev/full")
	each("gen adaptive_network,verify adaptive_network,run adaptive-single", "--network", "@none", "@folder", "@file",
		"@file/x", "@dangle", "@loop", "@full", "/")
	each("gen fifo,lint,run recn-uniform,run --list", "--network", "@file")
	each("run recn-uniform", "--seeds", "x", "1,", ",1", "-1", "4294967296", "1,1", "1;2")
	each("run recn-uniform", "--set", "saqs", "=4", "saq=4", "saqs=9", "saqs=-1", "saqs=", "saqs=1,,2", "saqs=1,1",
		"saqs=1.5", "saqs=x", "fault=none,none", "fault=los", "fault_rate=2", "fault_rate=NaN", "nodes=0x10", "schemes=voq")
	each("run recn-memory", "--set", "ports=8,,16", "ports=7", "ports=257")
	each("bench", "--loads", "0", "1.1", "-1", "x", "0.4,", "NaN", "0.4,0.40")
	each("bench", "--models", "O4", "O3,", "O3,O3")
	each("bench", "--build-limit", "10", "-1m", "0s", "x")
	each("bench", "--cycles", "0", "x")
	each("prove fifo", "--limit", "0s", "1ms", "-1s", "x", "10")
	each("prove fifo", "--depth", "0", "-1", "x", "1e3", "100001")
	each("prove fifo", "--jobs", "0", "x")
	each("prove fifo", "--table", "@none", "@none/x", "@folder", "@dangle")
	each("synth fifo", "--seeds", "0", "-1", "101", "x", "1,2")
	each("synth fifo", "--place-limit", "0", "-1", "x")
	each("synth fifo", "--check", "@none", "@folder", "@file")
	each("synth fifo", "--table", "@none", "@none/x", "@folder", "@dangle")
	each("regs regs_sample", "-p", "ports=0", "port=1")
	each("synth fifo", "--liberty", "@none", "@folder")
	each("synth --top m", "--verilog", "@none", "@folder")
	return calls
}

// otherMistakes are what no table makes.
func otherMistakes() []wrongCall {
	var calls []wrongCall
	for _, line := range strings.Split(strings.TrimSpace(`
verfy fifo
fifo gen
help verfy
gen
verify
tb
wave
run
gen fifi
gen fifo fifi
gen all fifi
verify fifi
verify fifo damq
verify all -p depth=4
tb fifo damq
tb all
wave all
wave fifo damq
dpi
dpi fifi
dpi fifo damq -p depth=4
dpi fifo --bench none
dpi fifo --no-build --module .
dpi fifo --module @none
dpi fifo --module @folder
lint fifi
lint -p depth=4
synth fifi
synth fifo damq -p depth=4
run recn-unifrom
run recn-uniform recn-memory
run recn-memory recn-memory
run --list recn-memry
run --list recn-memory recn-uniform
list fifo damq
list fofo
doctor fifo
regs
regs fifo
regs regs_sample fifo
completion
completion csh
completion bash zsh
man fifo
complete
bench swich
bench switch switch
bench-worker
gen all -p depth=4
gen all --name x
gen all --single-file
gen fifo --name x
gen fifo damq --name fifo
gen fifo damq --name a/b
gen fifo --clock-period 4
gen fifo --io-delay 1
gen crossbar --reset-synchroniser
gen fifo -p depth=4 -p depth=5
verify fifo -p depth=4 -p depth=5
gen recn_switch -p saqs=8 -p slots=10
verify recn_switch -p xon=11 -p xoff=10
wave hysteresis -p high=3 -p low=9
run recn-uniform --set saqs=1 --set saqs=2
run recn-hotspot --set total=1000
run recn-memory --full --set ports=1
synth --verilog @file
synth --top m
synth fifo --verilog @file --top m
synth fifo --seeds 2 --no-place
synth fifo --liberty @none --check @none
synth fifo --liberty @none --table @none
--verbose list
--set a=1
`), "\n") {
		calls = append(calls, wrongCall{args: strings.Fields(line)})
	}
	calls = append(calls, wrongCall{}, wrongCall{args: []string{""}}, wrongCall{args: []string{"gen", ""}},
		wrongCall{args: []string{"gen", "fi\nfo"}}, wrongCall{args: []string{"gen", "fi\x00fo"}})
	if os.Getuid() != 0 { // whom rights do not stop
		for _, c := range []string{"gen fifo -o @locked", "tb fifo -o @locked", "wave fifo -o @locked/x",
			"run recn-memory -o @locked", "gen fifo -o @locked/x/y"} {
			calls = append(calls, wrongCall{args: strings.Fields(c)})
		}
	}
	return calls
}

// unwritable are calls that are right, with an output that takes nothing.
func unwritable(t *testing.T) []wrongCall {
	t.Helper()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	assert.NilError(t, err)
	closed, err := os.Open(os.DevNull)
	assert.NilError(t, err)
	closed.Close()
	t.Cleanup(func() { full.Close() })
	var calls []wrongCall
	for _, line := range []string{"list", "list --json", "run --list", "run --list --json", "--help", "--version",
		"help gen", "gen --help", "gen fifo --help", "run recn-memory --help",
		"wave fifo -o -", "wave fifo --cycles 10 -o -", "verify fifo --cycles 10", "verify fifo --cycles 10 --json"} {
		for _, w := range []io.Writer{full, closed} {
			calls = append(calls, wrongCall{args: strings.Fields(line), stdout: w})
		}
	}
	return calls
}

// tempNames are names that only the program knows.
var tempNames = regexp.MustCompile(`\.rtlgen-|culprit-[0-9]|building-|\.[a-z]+-[0-9a-f]{8}\b`)

// TestWrongCalls makes hundreds of wrong calls. Each ends with the status of a wrong call
// and one message on one line, and nothing in the folder has changed.
func TestWrongCalls(t *testing.T) {
	tiers.Long(t, "hundreds of wrong calls")
	dir := place(t)
	before := listing(t, dir)
	t.Chdir(dir)
	calls := slices.Concat(optionMistakes(), valueMistakes(), otherMistakes(), unwritable(t))
	assert.Assert(t, len(calls) >= 300, "%d calls", len(calls))
	for _, c := range calls {
		args := []string{"rtlgen"}
		for _, a := range c.args {
			if name, ok := strings.CutPrefix(a, "@"); ok {
				a = name
			}
			args = append(args, a)
		}
		var stdout, stderr bytes.Buffer
		out := io.Writer(&stdout)
		if c.stdout != nil {
			out = c.stdout
		}
		status := ours(out, &stderr).run(context.Background(), args)
		call := fmt.Sprintf("%q", args)
		message := stderr.String()
		assert.Check(t, status == statusWrongCall, "%s ends with %d:\n%s%s", call, status, stdout.String(), message)
		assert.Check(t, stdout.Len() == 0, "%s prints\n%s", call, stdout.String())
		assert.Check(t, strings.HasPrefix(message, "rtlgen: ") && strings.Count(message, "\n") == 1 &&
			strings.HasSuffix(message, "\n"), "%s: no message of one line:\n%s", call, message)
		assert.Check(t, len(message) < 700, "%s: long:\n%s", call, message)
		for _, part := range []string{"panic", "goroutine", "BUG", "%!", "<nil>", "strconv"} {
			assert.Check(t, !strings.Contains(message, part), "%s: %s in\n%s", call, part, message)
		}
		assert.Check(t, !tempNames.MatchString(message), "%s names a temporary file:\n%s", call, message)
		after := listing(t, dir)
		if !slices.Equal(before, after) {
			t.Fatalf("%s leaves\n%s", call, strings.Join(after, "\n"))
		}
	}
	t.Logf("%d wrong calls", len(calls))
}
