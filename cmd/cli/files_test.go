//go:build unix

package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
)

// waveform is the file that `rtlgen wave fifo --cycles 20` writes.
func waveform(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return held(t, dir, append([]string{"wave", "fifo", "--cycles", "20"}, args...)...)
}

// TestOutputThatIsNoRegularFile has a device, a FIFO, links and standard output where a
// waveform is to go: they stay what they are.
func TestOutputThatIsNoRegularFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	waveform(t, dir, "-o", "want.vcd")
	want := tree(t, dir)["want.vcd"]
	assert.Equal(t, waveform(t, dir, "-o", "-"), want)

	assert.NilError(t, os.Mkdir(filepath.Join(dir, "other"), 0o777))
	assert.NilError(t, os.Symlink("other/new.vcd", filepath.Join(dir, "link")))
	for _, text := range []string{"to a new file", "to an old file"} {
		waveform(t, dir, "-o", "link")
		info, err := os.Lstat(filepath.Join(dir, "link"))
		assert.NilError(t, err)
		assert.Assert(t, info.Mode()&os.ModeSymlink != 0, text)
		assert.Equal(t, tree(t, dir)["other/new.vcd"], want, text)
	}

	fifo := filepath.Join(dir, "fifo")
	assert.NilError(t, syscall.Mkfifo(fifo, 0o666))
	read := make(chan string, 1)
	go func() {
		text, err := os.ReadFile(fifo)
		read <- string(text)
		assert.Check(t, err)
	}()
	waveform(t, dir, "-o", "fifo")
	assert.Equal(t, <-read, want)
	info, err := os.Lstat(fifo)
	assert.NilError(t, err)
	assert.Assert(t, info.Mode()&os.ModeNamedPipe != 0)

	waveform(t, dir, "-o", os.DevNull)
	info, err = os.Stat(os.DevNull)
	assert.NilError(t, err)
	assert.Assert(t, info.Mode()&os.ModeDevice != 0)
	assert.Equal(t, waveform(t, dir, "-o", "/dev/stdout"), want+"fifo: 20 cycles in /dev/stdout\n")
}

// TestReaderThatNeverComes interrupts a command that waits at a FIFO.
func TestReaderThatNeverComes(t *testing.T) {
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "fifo")
	assert.NilError(t, syscall.Mkfifo(fifo, 0o666))
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	var stderr bytes.Buffer
	status := ours(io.Discard, &stderr).run(ctx, []string{"rtlgen", "wave", "fifo", "--cycles", "20", "-o", fifo})
	assert.Equal(t, status, 130)
	assert.Equal(t, stderr.String(), "rtlgen: interrupted\n")
	f, err := os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0) // lets the one who waits go
	assert.NilError(t, err)
	f.Close()
}

// TestReaderThatGoes closes a FIFO before all is read.
func TestReaderThatGoes(t *testing.T) {
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "fifo")
	assert.NilError(t, syscall.Mkfifo(fifo, 0o666))
	go func() {
		f, err := os.Open(fifo)
		assert.Check(t, err)
		f.Close()
	}()
	r := rtlgen(t, t.TempDir(), nil, "wave", "fifo", "--cycles", "20000", "-o", fifo)
	refused(t, r, "cannot write "+fifo+": broken pipe")
}

// TestSignals ends long commands as a batch system, a closed terminal and Ctrl-C do:
// nothing is left, and the status tells the signal. Under nohup, programs that the test
// starts would ignore SIGHUP, but for the handler that it installs first.
func TestSignals(t *testing.T) {
	t.Parallel()
	hangUps := make(chan os.Signal, 1)
	signal.Notify(hangUps, syscall.SIGHUP)
	defer signal.Stop(hangUps)
	for _, c := range []struct {
		signal syscall.Signal
		status string
	}{{syscall.SIGTERM, "exit status 143"}, {syscall.SIGHUP, "exit status 129"}, {syscall.SIGINT, "exit status 130"},
		{syscall.SIGUSR1, "exit status 138"}, {syscall.SIGUSR2, "exit status 140"}} {
		dir := t.TempDir()
		var out bytes.Buffer
		cmd := command(dir, nil, "wave", "recn_switch", "--cycles", "1000000", "-o", "x.vcd")
		cmd.Stdout, cmd.Stderr = &out, &out
		assert.NilError(t, cmd.Start())
		waitForFiles(t, dir)
		assert.NilError(t, cmd.Process.Signal(c.signal))
		assert.Error(t, cmd.Wait(), c.status)
		assert.Equal(t, out.String(), "rtlgen: interrupted\n")
		assert.Equal(t, len(tree(t, dir)), 0)
	}
}

// waitForFiles waits until something is in a folder.
func waitForFiles(t *testing.T, dir string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		list, err := os.ReadDir(dir)
		assert.NilError(t, err)
		if len(list) > 0 {
			return
		}
		assert.Assert(t, time.Now().Before(deadline), "nothing is written")
	}
}

// TestNoHangUp goes on after SIGHUP if that is ignored, as nohup has it.
func TestNoHangUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command("sh", "-c", `trap "" HUP; exec "$0" wave fifo --cycles 20000 -o x.vcd`, os.Args[0])
	cmd.Dir, cmd.Env = dir, append(os.Environ(), runAsProgram+"=1")
	assert.NilError(t, cmd.Start())
	waitForFiles(t, dir)
	assert.NilError(t, cmd.Process.Signal(syscall.SIGHUP))
	assert.NilError(t, cmd.Wait())
	_, there := tree(t, dir)["x.vcd"]
	assert.Assert(t, there)
}

// TestRightsOfFiles holds the rights of what is not written by gen.
func TestRightsOfFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, call := range []string{"wave fifo --cycles 20 -o x.vcd", "run " + small + " -o out"} {
		cmd := exec.Command("sh", append([]string{"-c", `umask 077; exec "$0" "$@"`, os.Args[0]}, strings.Fields(call)...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), runAsProgram+"=1")
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, string(out))
	}
	for name := range tree(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		assert.NilError(t, err)
		assert.Equal(t, info.Mode().Perm(), os.FileMode(0o600), name)
	}
}

// TestNoRoom limits the size of files: no message names a temporary file, and no empty
// folder stays.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ call, want string }{
		{"gen fifo -o a/b", "cannot write fifo.v to a/b: file too large; nothing was changed"},
		{"tb fifo --cycles 50 -o a/b", "cannot write fifo_vectors.hex to a/b: file too large; nothing was changed"},
		{"wave fifo --cycles 20 -o x.vcd", "cannot write x.vcd: file too large"},
		{"run recn-memory -o a", "a/recn-memory: file too large; nothing was changed"},
		{"run " + small + " -j 1 -o a", "cannot measure the point nodes=16 scheme=recn-iq saqs=0 load=0.3 seed=1: cannot reserve"},
	} {
		dir := t.TempDir()
		cmd := exec.Command("sh", append([]string{"-c", `ulimit -f 0; exec "$0" "$@"`, os.Args[0]},
			strings.Fields(c.call)...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), runAsProgram+"=1")
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		assert.ErrorContains(t, cmd.Run(), "exit status 2")
		refused(t, result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}, c.want)
		assert.Assert(t, !tempNames.MatchString(stderr.String()), stderr.String())
		list, err := os.ReadDir(dir)
		assert.NilError(t, err)
		assert.Equal(t, len(list), 0, "%s leaves %v", c.call, list)
	}
}

// TestPointThatIsAFolder names it.
func TestPointThatIsAFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	held(t, dir, strings.Fields("run "+small+" -o out")...)
	points, err := filepath.Glob(filepath.Join(dir, "out/points/*.json"))
	assert.NilError(t, err)
	assert.NilError(t, os.Remove(points[0]))
	assert.NilError(t, os.Mkdir(points[0], 0o777))
	refused(t, rtlgen(t, dir, nil, strings.Fields("run "+small+" -o out")...),
		"out/points/"+filepath.Base(points[0])+": it is a folder")
}

// TestNoPlaceForTemporaryFiles sets TMPDIR wrongly: the answer is what the tool says, and
// not to install it.
func TestNoPlaceForTemporaryFiles(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	dir := t.TempDir()
	r := rtlgen(t, dir, []string{"TMPDIR=" + filepath.Join(dir, "none")}, "verify", "fifo", "--engine", "icarus",
		"--cycles", "50")
	refused(t, r, "cannot write temporary files in "+filepath.Join(dir, "none")+
		": no such file or directory; name another folder with TMPDIR")
	assert.Assert(t, !strings.Contains(r.stderr, "install"), r.stderr)
}
