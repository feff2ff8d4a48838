package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestWrongShard(t *testing.T) {
	for _, c := range []struct {
		args string
		env  []string
		want []string
	}{
		{"--shard 3/2", nil, []string{"cannot use --shard 3/2", "a part I from 1 to N", "1/4"}},
		{"--shard 0/4", nil, []string{"cannot use --shard 0/4"}},
		{"--shard 1/0", nil, []string{"cannot use --shard 1/0"}},
		{"--shard 2", nil, []string{"cannot use --shard 2"}},
		{"--shard 1/1000000", nil, []string{"cannot use --shard 1/1000000", "N up to 100000"}},
		{"--shard 1/2 --json", nil, []string{"shows no results: leave --json out"}},
		{"--shard 1/2 --list", nil, []string{"leave --list out"}},
		{"--shard auto", []string{"SLURM_ARRAY_TASK_ID="}, []string{"SLURM_ARRAY_TASK_ID is not set: write --shard 1/4"}},
		{"--shard auto", []string{"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_COUNT="},
			[]string{`SLURM_ARRAY_TASK_COUNT is "", not a number`}},
		{"--shard auto", []string{"SLURM_ARRAY_TASK_ID=9", "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_COUNT=3"},
			[]string{"task 9 is not one of 3 from 1 on", "--array=1-3"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			dir := t.TempDir()
			args := append([]string{"run"}, strings.Fields(small+" "+c.args)...)
			refused(t, rtlgen(t, dir, c.env, args...), c.want...)
			assert.Equal(t, len(tree(t, dir)), 0)
		})
	}
}

// TestArrayShard reads what Slurm says to the tasks of --array=0-3, 5-8 and 1-7:2.
func TestArrayShard(t *testing.T) {
	for _, c := range []struct {
		id, min, count, step string
		want                 shard
	}{{"0", "0", "4", "1", shard{1, 4}}, {"8", "5", "4", "", shard{4, 4}}, {"5", "1", "4", "2", shard{3, 4}}} {
		env := map[string]string{"SLURM_ARRAY_TASK_ID": c.id, "SLURM_ARRAY_TASK_MIN": c.min, "SLURM_ARRAY_TASK_COUNT": c.count,
			"SLURM_ARRAY_TASK_STEP": c.step, "SLURM_CPUS_PER_TASK": "3"}
		s, err := arrayShard(func(name string) string { return env[name] })
		assert.NilError(t, err)
		assert.Equal(t, *s, c.want)
		assert.Equal(t, cpusOf(func(name string) string { return env[name] }, 8), 3)
	}
	assert.Equal(t, cpusOf(func(string) string { return "" }, 8), 8)
}

// TestTimeLimit ends a run before its first point, which the same call without a limit then measures.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, part := range []string{"", " --shard 1/1", " --mutants"} {
		r := rtlgen(t, dir, nil, strings.Fields("run "+small+" -o out --time-limit 1ns"+part)...)
		assert.Equal(t, r.status, statusRequeue, r.stderr)
		assert.Assert(t, strings.Contains(r.stderr, "rtlgen: the time limit is over: 0 of "), r.stderr)
		assert.Assert(t, strings.Contains(r.stderr, "the same call goes on with the rest"), r.stderr)
	}
}

// TestShards has three workers, of which one says that it is a task of an array, measure a run, and
// collects: no point is measured again, and the outcome is that of one call.
func TestShards(t *testing.T) {
	call := strings.Fields("run " + small + " --seeds 1,2 -o out")
	whole := t.TempDir()
	want := held(t, whole, call...)
	dir := t.TempDir()
	assert.Equal(t, held(t, dir, append(call, "--shard", "1/3")...), "shard 1/3: 2 points of 6 in out\n")
	assert.Equal(t, held(t, dir, append(call, "--shard", "3/3")...), "shard 3/3: 2 points of 6 in out\n")
	_, judged := tree(t, dir)["out/recn-uniform/claims.md"]
	assert.Assert(t, !judged)
	r := rtlgen(t, dir, []string{"SLURM_ARRAY_TASK_ID=5", "SLURM_ARRAY_TASK_MIN=4", "SLURM_ARRAY_TASK_COUNT=3"},
		append(call, "--shard", "auto")...)
	assert.Equal(t, r, result{0, "shard 2/3: 2 points of 6 in out\n", ""})
	old := time.Now().Add(-time.Hour)
	points, err := filepath.Glob(filepath.Join(dir, "out/points/*"))
	assert.NilError(t, err)
	assert.Equal(t, len(points), 6)
	for _, path := range points {
		assert.NilError(t, os.Chtimes(path, old, old))
	}
	assert.Equal(t, held(t, dir, call...), want)
	assert.DeepEqual(t, tree(t, dir), tree(t, whole))
	for _, path := range points {
		info, err := os.Stat(path)
		assert.NilError(t, err)
		assert.Assert(t, time.Since(info.ModTime()) > time.Minute, "%s is measured again", path)
	}
}

// begun starts a worker in a folder and waits until it measures a point.
func begun(t *testing.T, dir string, args ...string) (kill func(os.Signal) error, stderr *bytes.Buffer) {
	t.Helper()
	stderr = &bytes.Buffer{}
	cmd := command(dir, nil, args...)
	cmd.Stderr = stderr
	assert.NilError(t, cmd.Start())
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if points, _ := filepath.Glob(filepath.Join(dir, "out/points/.running/*/*")); len(points) > 0 {
			break
		}
		assert.Assert(t, time.Now().Before(deadline), "no point is begun")
	}
	return func(s os.Signal) error {
		if err := cmd.Process.Signal(s); err != nil {
			return err
		}
		return cmd.Wait()
	}, stderr
}

// TestStoppedShards ends a worker by SIGTERM, which leaves nothing behind, and one by SIGKILL, whose
// point is free at once. What is left is done by others.
func TestStoppedShards(t *testing.T) {
	call := strings.Fields("run recn-uniform --set nodes=16 --set saqs=0 --set loads=1 --set warmup=0 --set measure=100000 --seeds 1,2 -j 1 -o out")
	dir := t.TempDir()
	kill, stderr := begun(t, dir, append(call, "--shard", "1/1")...)
	start := time.Now()
	assert.ErrorContains(t, kill(syscall.SIGTERM), "exit status 75")
	assert.Assert(t, time.Since(start) < 10*time.Second)
	assert.Assert(t, strings.Contains(stderr.String(),
		"rtlgen: interrupted: 0 of 2 points are done and stay in out: the same call goes on with the rest\n"), stderr.String())
	assert.Equal(t, len(tree(t, dir)), 0)

	kill, _ = begun(t, dir, append(call, "--shard", "1/2")...)
	assert.ErrorContains(t, kill(os.Kill), "killed")
	left, err := filepath.Glob(filepath.Join(dir, "out/points/.running/*/*"))
	assert.NilError(t, err)
	assert.Equal(t, len(left), 1)
	start = time.Now()
	held(t, dir, append(call, "--shard", "1/2")...)
	t.Logf("after a worker was killed: %s", time.Since(start))
	_, err = os.Stat(filepath.Join(dir, "out/points/.running"))
	assert.Assert(t, os.IsNotExist(err))
}
