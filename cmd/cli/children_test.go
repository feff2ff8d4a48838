package cli

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
)

// TestSignalReachesAllPrograms ends a command while another program works for it: both end at once,
// with all that the other has started; nothing is left in the folder for temporary files and in
// the cache. Each command works when a file of that pattern is there.
func TestSignalReachesAllPrograms(t *testing.T) {
	tiers.Tools(t, "verilator", "gcc")
	// Where SIGHUP is ignored, as nohup has it, the program ignores it, too. What a process
	// handles, its children have as usual.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	slow := filepath.Join(t.TempDir(), "yosys")
	assert.NilError(t, os.WriteFile(slow, []byte("#!/bin/sh\ntouch $TMPDIR/here\nsleep 100 & wait\n"), 0o777))
	for _, c := range []struct {
		name, call, works string
		env               []string
		signal            syscall.Signal
		status            string
	}{
		{"verilator", "verify fifo --engine verilator --cycles 100", "cc*.s/cc*.s", []string{"CULPRIT_CACHE"},
			syscall.SIGTERM, "exit status 143"},
		{"c", "verify recn_switch --engine c --cycles 100", "*/cc*.s", []string{"CULPRIT_CACHE", "CC=gcc"}, syscall.SIGTERM,
			"exit status 143"},
		{"bench-worker", "bench-worker switch --engines c", "*/cc*.s", []string{"CULPRIT_CACHE", "CC=gcc"}, syscall.SIGTERM,
			"exit status 143"},
		{"run", "run " + small + " --engine c -j 1 -o out", "*/cc*.s", []string{"CULPRIT_CACHE", "CC=gcc"}, syscall.SIGTERM,
			"exit status 143"},
		{"synth", "synth rr_arbiter -p n=64", "*/yowasp_*", nil, syscall.SIGINT, "exit status 130"},
		{"doctor", "doctor", "*/here", []string{"CULPRIT_YOSYS=" + slow}, syscall.SIGHUP, "exit status 129"},
	} {
		t.Run(c.name, func(t *testing.T) {
			temp, cache := t.TempDir(), t.TempDir()
			env := []string{"TMPDIR=" + temp}
			for _, v := range c.env {
				if v == "CULPRIT_CACHE" {
					v += "=" + cache
				}
				env = append(env, v)
			}
			var out bytes.Buffer
			cmd := command(t.TempDir(), env, strings.Fields(c.call)...)
			cmd.Stdout, cmd.Stderr = &out, &out
			assert.NilError(t, cmd.Start())
			for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(2 * time.Millisecond) {
				if found, _ := filepath.Glob(filepath.Join(temp, c.works)); len(found) > 0 {
					break
				}
				assert.Assert(t, time.Now().Before(deadline), "nothing is started")
			}
			start := time.Now()
			assert.NilError(t, cmd.Process.Signal(c.signal))
			assert.Error(t, cmd.Wait(), c.status)
			took := time.Since(start)
			assert.Assert(t, took < 3*time.Second, "it took %v", took) // on a machine that does much else
			assert.Assert(t, strings.HasPrefix(progressLine.ReplaceAllString(out.String(), ""), "rtlgen: interrupted"),
				out.String())
			assert.Equal(t, len(tree(t, temp)), 0)
			assert.Equal(t, len(tree(t, cache)), 0)
			assert.DeepEqual(t, worksBelow(t, temp), []string(nil))
		})
	}
}

// worksBelow are the programs whose working folder is in a folder, or was.
func worksBelow(t *testing.T, dir string) (found []string) {
	t.Helper()
	list, err := filepath.Glob("/proc/[0-9]*/cwd")
	assert.NilError(t, err)
	for _, link := range list {
		if place, err := os.Readlink(link); err == nil && strings.HasPrefix(place, dir) {
			found = append(found, place)
		}
	}
	return found
}

// TestCacheProblem: a cache that cannot be written is no obstacle, and is said once.
func TestCacheProblem(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o666))
	r := rtlgen(t, dir, []string{"CULPRIT_CACHE=file"}, "verify", "fifo", "--engine", "icarus", "--cycles", "50")
	assert.Equal(t, r.status, statusHeld, r.stdout+r.stderr)
	assert.Equal(t, r.stderr, "rtlgen: cannot keep compiled simulations in "+filepath.Join(dir, "file", "icarus")+
		": not a directory; name another folder with CULPRIT_CACHE\n")
}
