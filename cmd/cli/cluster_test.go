package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// standIns are programs in the place of Slurm's. sbatch runs the tasks one after the other, to their
// end, and writes its arguments to the file args; the variable BROKEN has a task end before it begins.
var standIns = map[string]string{
	"sbatch": `#!/bin/sh
echo "$@" >>args
cat >script
for word in "$@"; do case $word in
    --array=1-*) n=${word#--array=1-} ;;
    --output=*) log=${word#--output=} ;;
esac; done
export SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=$n
i=0
while [ $i -lt $n ]; do i=$((i + 1))
    file=$(echo "$log" | sed "s/%A/17/; s/%a/$i/")
    if [ -n "$BROKEN" ]; then printf 'one\ntwo\n%s\n' "$BROKEN" >"$file"
    else SLURM_ARRAY_TASK_ID=$i sh script >"$file" 2>&1; fi
done
echo "17;cluster"
`,
	"squeue": "#!/bin/sh\necho 'slurm_load_jobs error: Invalid job id specified' >&2\nexit 1\n",
	"scontrol": "#!/bin/sh\n" +
		"echo 'JobId=17 ArrayJobId=17 ArrayTaskId=2 JobState=COMPLETED ExitCode=0:0'\n" +
		"echo 'JobId=18 ArrayJobId=17 ArrayTaskId=1 JobName=x JobState=FAILED Reason=NonZeroExitCode ExitCode=2:0 '\n",
}

// standInSlurm is an environment in which the stand-ins are found; those of change are others, and ""
// is not there.
func standInSlurm(t *testing.T, change map[string]string) []string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range standIns {
		if other, ok := change[name]; ok {
			text = other
		}
		if text != "" {
			assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777))
		}
	}
	for _, tool := range []string{"cat", "sed", "sh"} {
		path, err := exec.LookPath(tool)
		assert.NilError(t, err)
		assert.NilError(t, os.Symlink(path, filepath.Join(dir, tool)))
	}
	return []string{"PATH=" + dir}
}

// withoutSlurm are the files of a run but those about the jobs.
func withoutSlurm(files map[string]string) map[string]string {
	left := map[string]string{}
	for path, text := range files {
		if !strings.Contains(path, "slurm/") && !strings.HasSuffix(path, "args") && !strings.HasSuffix(path, "script") {
			left[path] = text
		}
	}
	return left
}

// TestOnSlurm has a run measured in an array, and collects: the outcome is that of one call.
func TestOnSlurm(t *testing.T) {
	call := strings.Fields("run " + small + " --seeds 1,2 -o out")
	whole, dir := t.TempDir(), t.TempDir()
	want := held(t, whole, call...)
	r := rtlgen(t, dir, standInSlurm(t, nil), append(call, "--on", "slurm", "--tasks=4", "-j", "2")...)
	assert.Equal(t, r.status, 0, r.stderr)
	assert.Equal(t, r.stdout, want)
	assert.Equal(t, r.stderr, "submitted job 17: 4 tasks for 6 points\n")
	files := tree(t, dir)
	assert.DeepEqual(t, withoutSlurm(files), tree(t, whole))
	assert.Equal(t, files["args"], "--parsable --requeue --job-name=recn-uniform --array=1-4 --cpus-per-task=2 --signal=B:TERM@60 --open-mode=append --output=out/slurm/recn-uniform-%A-%a.log\n")
	assert.Assert(t, strings.Contains(files["script"], "\nexec "+os.Args[0]+" run --shard auto --jobs 2 "+strings.Join(call[1:], " ")), files["script"])
	assert.Assert(t, strings.Contains(files["out/slurm/recn-uniform-17-4.log"], "shard 4/4: 1 point of 6 in out\n"),
		files["out/slurm/recn-uniform-17-4.log"])

	r = rtlgen(t, dir, standInSlurm(t, map[string]string{"sbatch": ""}), append(call, "--on", "slurm")...)
	assert.Equal(t, r, result{0, want, ""}, "all is measured")
}

// TestWaitingJob goes on with the job of an earlier call.
func TestWaitingJob(t *testing.T) {
	call := strings.Fields("run " + small + " -o out")
	dir := t.TempDir()
	r := rtlgen(t, dir, append(standInSlurm(t, nil), "BROKEN=no"), append(call, "--on", "slurm")...)
	assert.Equal(t, r.status, statusWrongCall, r.stderr)
	held(t, dir, append(call, "--shard", "1/1")...)
	assert.NilError(t, os.Remove(filepath.Join(dir, "out", "points", points(t, dir)[0])))
	squeue := "#!/bin/sh\ncd " + dir + "\nif [ -e seen ]; then exit 0; fi\n: >seen\necho 'RUNNING None'\n"
	r = rtlgen(t, dir, standInSlurm(t, map[string]string{"squeue": squeue}), append(call, "--on", "slurm")...)
	refused(t, result{r.status, r.stdout, strings.TrimPrefix(r.stderr, "waiting for job 17: 1 task\n")},
		"job 17 has ended with 0 points done, 1 missing")
}

// points are the files of the points in a folder.
func points(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "out", "points"))
	assert.NilError(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestWrongSlurm(t *testing.T) {
	const fails = "#!/bin/sh\necho 'sbatch: error: invalid partition specified: none' >&2\nexit 1\n"
	for _, c := range []struct {
		name, args string
		change     map[string]string
		want       []string
	}{
		{"other system", "--on lsf", nil, []string{"cannot use --on lsf: the one batch system is slurm", "--shard"}},
		{"tasks alone", "--tasks 3", nil, []string{"--tasks is about --on slurm, which is missing"}},
		{"no task", "--on slurm --tasks 0", nil, []string{"cannot use --tasks 0"}},
		{"a part", "--on slurm --shard 1/2", nil, []string{"leave --on out"}},
		{"no sbatch", "--on slurm", map[string]string{"sbatch": ""},
			[]string{"cannot run sbatch, which is a program of Slurm: executable file not found in $PATH; call it on a machine of the cluster"}},
		{"refused", "--on slurm", map[string]string{"sbatch": fails}, []string{"sbatch fails: exit status 1; it says", "invalid partition specified: none"}},
		{"other words", "--on slurm", map[string]string{"sbatch": "#!/bin/sh\necho Submitted\n"},
			[]string{`sbatch says "Submitted", and not the number of a job`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			r := rtlgen(t, dir, standInSlurm(t, c.change), append([]string{"run"}, strings.Fields(small+" "+c.args)...)...)
			refused(t, r, c.want...)
		})
	}
}

// TestFailedJob shows the end of the log of a task that failed; a held job is told.
func TestFailedJob(t *testing.T) {
	call := append([]string{"run"}, strings.Fields(small+" --on slurm -o out")...)
	fails := func(r result, want ...string) {
		t.Helper()
		r.stderr = strings.TrimPrefix(r.stderr, "submitted job 17: 4 tasks for 4 points\n")
		refused(t, r, want...)
	}
	env := append(standInSlurm(t, nil), "BROKEN=rtlgen: no room")
	fails(rtlgen(t, t.TempDir(), env, call...),
		"job 17 has ended with 0 points done, 4 missing; task 1: FAILED, exit status 2:0; "+
			"out/slurm/recn-uniform-17-1.log ends with: one | two | rtlgen: no room; the same call goes on with the rest")
	cancelled := "#!/bin/sh\necho JobId=17 ArrayTaskId=1-4 JobState=COMPLETED\necho 'ArrayTaskId=3 JobState=CANCELLED ExitCode=0:15'\n"
	env = append(standInSlurm(t, map[string]string{"scontrol": cancelled}), "BROKEN=x")
	fails(rtlgen(t, t.TempDir(), env, call...), "job 17 was cancelled with 0 points done, 4 missing; task 3: CANCELLED, exit status 0:15")
	env = append(standInSlurm(t, map[string]string{"squeue": "#!/bin/sh\necho PENDING launch failed requeued held\n"}), "BROKEN=no")
	fails(rtlgen(t, t.TempDir(), env, call...), "job 17 is held (launch failed requeued held)", "`scancel 17`")
}
