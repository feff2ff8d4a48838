package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// printed is what a call that succeeds prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := ours(&stdout, &stderr).run(context.Background(), append([]string{"rtlgen"}, args...))
	assert.Equal(t, status, statusHeld, "%s: %s", args, stderr.String())
	return stdout.String()
}

// TestComplete: commands, options, blocks, experiments, parameters, settings and engines are completed, where each may
// stand.
func TestComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words string // the last one begun; it is empty if a space is there
		want  string // what there is among others; ^ in front: all that there is
	}{
		{"ver", "^verify"},
		{"", "gen help --version"},
		{"--v", "^--version"},
		{"help fi", "^film"},
		{"gen fif", "^fifo"},
		{"gen ", "fifo recn_switch all"},
		{"lint ", "fifo recn_switch"},
		{"gen fifo dam", "^damq"},
		{"gen fifo --sd", "^--sdc"},
		{"gen fifo -", "-p --param -o --help"},
		{"gen fifo -p ", "^width= depth="},
		{"gen -p de", ""},
		{"gen fifo --param=d", "^--param=depth="},
		{"gen fifo -p depth=4 -p w", "^width="},
		{"gen fifo -o ", "^"},
		{"gen fifo --json=", "^"},
		{"verify fifo --engine ref", "^reference"},
		{"verify fifo --engine native,ver", "^native,verilator"},
		{"run --engine ver", "^"},
		{"run recn-mem", "^recn-memory"},
		{"run recn-memory --set po", "^ports="},
		{"film recn-mem", "^recn-memory"},
		{"sim fifo --set ", "^"},
		{"verify cioq_element --bench tr", "^transactions"},
		{"list qc", "qcn"},
		{"regs regs_s", "^regs_sample"},
		{"faults rec", "recn"},
		{"bench fabric1", "fabric16"},
		{"bench switch --models hier", "^hierarchical"},
		{"gen fifo --protect ", "^parity ecc"},
		{"completion ", "^bash zsh fish"},
		{"import ", "^"},
		{"verfy ", "^"},
		{"bench-worker ", "^"},
	} {
		words := strings.Split(c.words, " ")
		got := strings.Fields(printed(t, append([]string{completeName, "--"}, words...)...))
		want, whole := strings.CutPrefix(c.want, "^")
		if whole {
			assert.Check(t, slices.Equal(got, strings.Fields(want)), "%q: %v", c.words, got)
		}
		for _, w := range strings.Fields(want) {
			assert.Check(t, slices.Contains(got, w), "%q: %v", c.words, got)
		}
	}
}

// TestCompletionInBash: the script completes calls in a bash, which asks the program of the line.
func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	assert.NilError(t, err)
	dir := t.TempDir()
	asked := filepath.Join(dir, "asked")
	program := filepath.Join(dir, "rtlgen")
	// The program of the line answers as ours does, and leaves what it was asked.
	stub := "#!" + bash + "\necho \"$*\" >> " + asked + "\ncase \"$*\" in\n"
	for i, call := range []string{"gen fif", "gen fifo -p ", "gen fifo --param=d", "verify fifo --engine native,ver", "gen fifo -o "} {
		answer := filepath.Join(dir, fmt.Sprint("answer", i))
		words := append([]string{completeName, "--"}, strings.Split(call, " ")...)
		assert.NilError(t, os.WriteFile(answer, []byte(printed(t, words...)), 0o666))
		stub += fmt.Sprintf("%q) cat %s ;;\n", strings.Join(words, " "), answer)
	}
	assert.NilError(t, os.WriteFile(program, []byte(stub+"esac\n"), 0o777))
	script := filepath.Join(dir, "completion")
	assert.NilError(t, os.WriteFile(script, []byte(printed(t, "completion", "bash")), 0o666))
	for _, c := range []struct{ line, want string }{
		{"rtlgen gen fif", "fifo"},
		{"rtlgen gen fifo -p ", "width=|depth="},
		{"rtlgen gen fifo --param=d", "depth="},
		{"rtlgen verify fifo --engine native,ver", "native,verilator"},
		{"rtlgen gen fifo -o ", ""},
	} {
		line := strings.Replace(c.line, "rtlgen", program, 1)
		out, err := exec.Command(bash, "--norc", "-c", `source "$1"; complete -p rtlgen >&2 || exit 3
COMP_LINE=$2 COMP_POINT=${#2}; _rtlgen_complete; IFS='|'; printf %s "${COMPREPLY[*]}"`, "bash", script, line).Output()
		assert.NilError(t, err, "%s", c.line)
		assert.Check(t, string(out) == c.want, "%s: %q", c.line, out)
	}
	// An alias names the program, as docs/start.md has it.
	out, err := exec.Command(bash, "--norc", "-c", `shopt -s expand_aliases; alias rtlgen="$2"; source "$1"
COMP_LINE="rtlgen gen fif" COMP_POINT=14; _rtlgen_complete; printf %s "${COMPREPLY[*]}"`, "bash", script, program).Output()
	assert.NilError(t, err)
	assert.Equal(t, string(out), "fifo")
	calls, err := os.ReadFile(asked)
	assert.NilError(t, err)
	assert.Equal(t, strings.Count(string(calls), "\n"), 6, "%s", calls)
}

// TestScriptsParse: the scripts name the program as it is called, and shells that are there take them.
func TestScriptsParse(t *testing.T) {
	t.Parallel()
	for _, s := range shells {
		text := scriptFor(s.script, "my-chips")
		assert.Check(t, strings.Contains(text, "my-chips") && strings.Contains(text, "_my_chips_complete"), "%s", text)
		assert.Check(t, !regexp.MustCompile("PROGRAM|FUNCTION|rtlgen").MatchString(text), "%s", text)
		shell, err := exec.LookPath(s.name)
		if err != nil {
			continue // bash is there: TestCompletionInBash
		}
		file := filepath.Join(t.TempDir(), "script")
		assert.NilError(t, os.WriteFile(file, []byte(text), 0o666))
		out, err := exec.Command(shell, "-n", file).CombinedOutput()
		assert.NilError(t, err, "%s -n: %s", s.name, out)
	}
}

// TestManual: each command and each option of the help is in the manual page, and each line of it is one that man
// takes.
func TestManual(t *testing.T) {
	t.Parallel()
	page := printed(t, "man")
	app := ours(&bytes.Buffer{}, &bytes.Buffer{}).app()
	assert.Assert(t, strings.HasPrefix(page, ".TH RTLGEN 1\n"), "%s", page)
	for _, c := range app.Commands {
		assert.Check(t, strings.Contains(page, ".SS "+escaped(c.Name)+"\n") == (!c.Hidden && c.Name != "help"), "%s", c.Name)
		for _, f := range c.Flags {
			if !c.Hidden {
				assert.Check(t, strings.Contains(page, escaped(written(f.Names()[0]))), "%s of %s", f.Names()[0], c.Name)
			}
		}
	}
	request := regexp.MustCompile(`^\.(TH|SH|SS|PP|TP|B|nf|fi|nh|ad) ?`)
	plain, open := regexp.MustCompile(`\\[^e&-]`), 0
	for i, line := range strings.Split(page, "\n") {
		assert.Check(t, !strings.HasPrefix(line, ".") && !strings.HasPrefix(line, "'") || request.MatchString(line), "line %d: %s", i+1, line)
		assert.Check(t, !plain.MatchString(line), "line %d: %s", i+1, line)
		switch line {
		case ".nf":
			open++
		case ".fi":
			open--
		}
		assert.Check(t, open == 0 || open == 1, "line %d: .nf and .fi do not alternate", i+1)
	}
	assert.Equal(t, open, 0)
	if groff, err := exec.LookPath("groff"); err == nil { // not on every machine
		warn := exec.Command(groff, "-man", "-Tascii", "-ww", "-z")
		warn.Stdin = strings.NewReader(page)
		out, err := warn.CombinedOutput()
		assert.NilError(t, err)
		assert.Equal(t, string(out), "")
	}
}
