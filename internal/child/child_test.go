//go:build unix

package child_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
)

// TestEnvironment: of the user's variables only those reach a program that it needs to start.
func TestEnvironment(t *testing.T) {
	tiers.Tools(t, "ld")
	t.Chdir(t.TempDir())
	for _, name := range strings.Fields(
		"CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS MAKEFLAGS MFLAGS MAKEFILES OPT OPT_FAST OPT_SLOW OPT_GLOBAL VM_PARALLEL_BUILDS " +
			"VERILATOR_ROOT VERILATOR_BIN PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONDONTWRITEBYTECODE CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH " +
			"GCC_EXEC_PREFIX COMPILER_PATH IVL_ROOT IVERILOG_ICONFIG YOSYS_DATDIR YOWASP_MOUNT ABC CC CXX AR LANG LC_MESSAGES LD_PRELOAD PERL5OPT ENV BASH_ENV") {
		t.Setenv(name, "other")
	}
	t.Setenv("LC_ALL", "tr_TR.UTF-8")
	t.Setenv("PATH", "relative::"+os.Getenv("PATH"))
	t.Setenv("HOME", "/some where")
	t.Setenv("LD_LIBRARY_PATH", "/libraries")
	said, err := child.New(context.Background(), "env").Said()
	assert.NilError(t, err)
	got := map[string]string{}
	for line := range strings.Lines(string(said)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		got[name] = value
	}
	temp := got["TMPDIR"]
	assert.Assert(t, filepath.IsAbs(temp) && temp == got["TMP"] && temp == got["TEMP"], temp)
	_, err = os.Stat(temp)
	assert.Assert(t, os.IsNotExist(err), "the folder for temporary files is left")
	dir, err := os.Getwd()
	assert.NilError(t, err)
	assert.Equal(t, strings.Split(got["PATH"], ":")[0], filepath.Join(dir, "relative"))
	assert.Equal(t, got["HOME"], "/some where")
	assert.Equal(t, got["LC_ALL"], "C")
	influences := child.Influences()
	assert.Equal(t, influences[0], "LD_LIBRARY_PATH=/libraries")
	assert.Assert(t, cmp.Contains(strings.Join(influences, "\n"), "\nld=/"))
	for _, name := range strings.Fields(
		"TMPDIR TMP TEMP PATH HOME LC_ALL LD_LIBRARY_PATH USER LOGNAME XDG_CACHE_HOME PWD SHLVL _") {
		delete(got, name)
	}
	assert.DeepEqual(t, got, map[string]string{})
}

// TestMain has this process wait for what a program has left, so that no dead process stays.
func TestMain(m *testing.M) {
	child.AdoptOrphans()
	os.Exit(m.Run())
}

// gone waits for a process to end. On Linux it does not stay as a dead one.
func gone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return
		}
	}
	t.Errorf("process %d runs on", pid)
}

// TestEnd: the end of the context ends a program and all that it has started, also what does not
// listen to SIGTERM, within a second; nothing is left in the folder for temporary files.
func TestEnd(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for name, script := range map[string]string{
		"it waits":                "sleep 100 & echo $!; touch $TMPDIR/file; echo; wait",
		"it is gone":              "sleep 100 & echo $!; touch $TMPDIR/file; echo",
		"it does not listen":      "trap '' TERM; sleep 100 & echo $!; echo; wait",
		"it cleans up":            "trap 'rm $TMPDIR/file; exit 3' TERM; sleep 100 & echo $!; touch $TMPDIR/file; echo; wait",
		"a child does not listen": "sh -c 'trap \"\" TERM; echo $$; echo; while :; do sleep 1; done' & wait",
		"children of children":    "sh -c 'sh -c \"sleep 100 & echo \\$!; echo; wait\"'",
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			c := child.New(ctx, "sh", "-c", script)
			out, err := c.StdoutPipe()
			assert.NilError(t, err)
			assert.NilError(t, c.Start())
			var said []byte
			for b := make([]byte, 1); !strings.HasSuffix(string(said), "\n\n"); said = append(said, b...) {
				_, err := out.Read(b)
				assert.NilError(t, err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(string(said)))
			assert.NilError(t, err)
			cancel()
			start := time.Now()
			err = c.Wait()
			took := time.Since(start)
			if name != "it is gone" {
				assert.ErrorIs(t, err, context.Canceled)
			}
			assert.Assert(t, took < 2*time.Second, "%v", took) // on a machine that does much else
			gone(t, pid)
			left, err := os.ReadDir(temp)
			assert.NilError(t, err)
			assert.Equal(t, len(left), 0)
		})
	}
}

// TestNotStarted: the reason is what the system says, without the path.
func TestNotStarted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		assert.NilError(t, os.WriteFile(path, []byte(text), mode))
		return path
	}
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "none"), "no such file or directory"},
		{file("plain", "#!/bin/sh\n", 0o666), "permission denied"},
		{file("text", "hello", 0o777), "exec format error"},
		{file("lost", "#!/nonexistent/sh\n", 0o777), "no such file or directory"},
		{"no-such-program-in-PATH", `exec: "no-such-program-in-PATH": executable file not found in $PATH`},
	} {
		said, err := child.New(context.Background(), c.path).Said()
		assert.Error(t, err, c.want)
		assert.Equal(t, child.Reason(err, said), c.want)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, child.New(ended, "true").Run(), context.Canceled)
}

// TestReason: what a program says of its failure.
func TestReason(t *testing.T) {
	t.Parallel()
	failed := exec.Command("sh", "-c", "exit 3").Run()
	for _, c := range []struct {
		err        error
		said, want string
	}{
		{nil, "", "it says nothing"},
		{nil, " hello \nmore", `it says "hello"`},
		{failed, "\n", "exit status 3; it says nothing"},
		{failed, "a.c: In function\na.c:1: error: no\nmore", `exit status 3; it says "a.c:1: error: no"`},
		{failed, "starting\nTraceback (most recent call last):\n  File \"x\"\n    raise\nImportError: of another project\n",
			`exit status 3; it says "ImportError: of another project"`},
		{failed, "\xff" + strings.Repeat("x", 400), `exit status 3; it says "?` + strings.Repeat("x", 299) + `..."`},
		{syscall.EAGAIN, "", "resource temporarily unavailable"},
	} {
		assert.Equal(t, child.Reason(c.err, []byte(c.said)), c.want)
	}
}

// TestMissingTemp: the message names the folder and the way out.
func TestMissingTemp(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", none)
	err := child.New(context.Background(), "true").Run()
	assert.Error(t, err, "cannot write temporary files in "+none+
		": no such file or directory; name another folder with TMPDIR")
	assert.ErrorIs(t, child.TempError(err), os.ErrNotExist)
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", "relative")
	assert.NilError(t, os.Mkdir("relative", 0o777))
	said, err := child.New(context.Background(), "pwd").Said()
	assert.NilError(t, err)
	dir, err := os.Getwd()
	assert.NilError(t, err)
	assert.Assert(t, cmp.Regexp("^"+dir+"/relative/culprit-[0-9]+\n$", string(said)))
}

// TestPlainTemp: a path that make takes, also where TMPDIR is none.
func TestPlainTemp(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"plain", "a b", "\u00e9", "$x", "a#"} {
		place := filepath.Join(dir, name)
		assert.NilError(t, os.Mkdir(place, 0o777))
		t.Setenv("TMPDIR", place)
		temp, err := child.MakePlainTemp()
		assert.NilError(t, err)
		want := "/tmp"
		if name == "plain" {
			want = place
		}
		assert.Equal(t, filepath.Dir(temp), want)
		assert.NilError(t, os.Remove(temp))
		left, err := os.ReadDir(place)
		assert.NilError(t, err)
		assert.Equal(t, len(left), 0)
	}
}

// TestQuote has a shell read what is quoted.
func TestQuote(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"plain/path-1.v", "", "a b", "x's", `"$HOME"`, "`id`", "a\nb", "\u00e9", "*", "~", "#",
		"-x", `\`, "a;b", "!"} {
		out, err := exec.Command("sh", "-c", "printf %s "+child.Quote(word)).CombinedOutput()
		if word == "-x" {
			assert.Equal(t, child.QuotePath(word), "./-x")
			continue
		}
		assert.NilError(t, err, "%s", out)
		assert.Equal(t, string(out), word)
	}
	assert.Equal(t, child.Quote("plain/path-1.v"), "plain/path-1.v")
}
