//go:build slurm

package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// The tests of this file run with -tags slurm (make slurm), where munged, slurmctld and slurmd are
// installed. They start a cluster of one machine for themselves.

// slurmConf is a cluster without control groups and accounting, for a sandbox.
const slurmConf = `ClusterName=culprit
SlurmctldHost=%[1]s(127.0.0.1)
AuthInfo=socket=%[2]s/munge.sock
SlurmUser=%[3]s
SlurmdUser=%[3]s
SlurmctldPort=%[4]d
SlurmdPort=%[5]d
StateSaveLocation=%[2]s
SlurmdSpoolDir=%[2]s/spool
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdPidFile=%[2]s/slurmd.pid
SlurmctldLogFile=%[2]s/slurmctld.log
SlurmdLogFile=%[2]s/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=1,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=%[6]d State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`

// slurmCluster starts a cluster and returns the environment of its users.
func slurmCluster(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "key"), []byte(strings.Repeat("culprit ", 16)), 0o600))
	host, err := os.Hostname()
	assert.NilError(t, err)
	host, _, _ = strings.Cut(host, ".")
	user, err := exec.Command("id", "-un").Output()
	assert.NilError(t, err)
	port := 20000 + os.Getpid()%10000
	conf := filepath.Join(dir, "slurm.conf")
	text := fmt.Sprintf(slurmConf, host, dir, strings.TrimSpace(string(user)), port, port+1, max(2, runtime.NumCPU()))
	assert.NilError(t, os.WriteFile(conf, []byte(text), 0o666))
	env := []string{"SLURM_CONF=" + conf}
	start := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), env...)
		assert.NilError(t, cmd.Start())
		t.Cleanup(func() {
			_ = cmd.Process.Signal(syscall.SIGTERM)
			_ = cmd.Wait()
		})
	}
	start("munged", "--foreground", "--force", "--socket="+dir+"/munge.sock", "--key-file="+dir+"/key",
		"--pid-file="+dir+"/munged.pid", "--log-file="+dir+"/munged.log", "--seed-file="+dir+"/munged.seed")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(dir + "/munge.sock"); err == nil {
			break
		}
		assert.Assert(t, time.Now().Before(deadline), "munged does not start")
	}
	start("slurmctld", "-D", "-f", conf)
	start("slurmd", "-D", "-f", conf)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		sinfo := exec.Command("sinfo", "--noheader", "--format=%T")
		sinfo.Env = append(os.Environ(), env...)
		if said, _ := sinfo.CombinedOutput(); strings.TrimSpace(string(said)) == "idle" {
			return env
		}
		assert.Assert(t, time.Now().Before(deadline), "the cluster does not start; see %s", dir)
	}
}

const hotspot = "run recn-hotspot --set nodes=16 --set saqs=0,4 --seeds 1,2 -o out"

// TestSlurm measures a run in a job array, of which a worker is killed in the middle and another one is
// taken from its machine and started anew. The outcome is that of one call, to the byte.
func TestSlurm(t *testing.T) {
	env := slurmCluster(t)
	whole, dir := t.TempDir(), t.TempDir()
	want := held(t, whole, strings.Fields(hotspot)...)

	ctx, stop := context.WithCancel(context.Background())
	killed, requeued := 0, 0
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil && killed == 0 {
			killed = killWorker(dir)
			time.Sleep(10 * time.Millisecond)
		}
		for ctx.Err() == nil && requeued == 0 {
			requeue := exec.Command("scontrol", "requeue", arrayTask(dir, "2"))
			requeue.Env = append(os.Environ(), env...)
			if requeue.Run() == nil {
				requeued++
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	r := rtlgen(t, dir, env, append(strings.Fields(hotspot), "--on", "slurm", "--tasks", "2")...)
	stop()
	<-ended
	assert.Equal(t, r.status, 0, r.stderr)
	t.Logf("killed: process %d; requeued: %d\n%s", killed, requeued, r.stderr)
	assert.Assert(t, killed != 0, "no worker was killed")
	assert.Equal(t, r.stdout, want)
	assert.DeepEqual(t, withoutSlurm(tree(t, dir)), tree(t, whole))
}

// killWorker kills a process that has reserved a point, and returns its number; 0 if there is none.
func killWorker(dir string) int {
	list, _ := filepath.Glob(filepath.Join(dir, "out/points/.running/*/*"))
	for _, path := range list {
		var holder struct{ PID int }
		text, err := os.ReadFile(path)
		if err == nil && json.Unmarshal(text, &holder) == nil && syscall.Kill(holder.PID, syscall.SIGKILL) == nil {
			return holder.PID
		}
	}
	return 0
}

// arrayTask names a task of the job of a run.
func arrayTask(dir, task string) string {
	var job submitted
	text, _ := os.ReadFile(filepath.Join(dir, "out/slurm/recn-hotspot.json"))
	_ = json.Unmarshal(text, &job)
	return job.Job + "_" + task
}

// TestSlurmSaysWhy has a partition that is not there, and a job that somebody cancels.
func TestSlurmSaysWhy(t *testing.T) {
	env := slurmCluster(t)
	call := append(strings.Fields(hotspot), "--on", "slurm", "--tasks", "2")
	r := rtlgen(t, t.TempDir(), append(env, "SBATCH_PARTITION=none"), call...)
	refused(t, r, "sbatch fails: exit status 1; it says", "invalid partition specified: none")

	dir := t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ; ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
			if log, err := os.Stat(filepath.Join(dir, "out/slurm/recn-hotspot-1-2.log")); err != nil || log.Size() == 0 {
				continue // Slurm forgets a task that has not begun
			}
			scancel := exec.Command("scancel", arrayTask(dir, "2"))
			scancel.Env = append(os.Environ(), env...)
			if scancel.Run() == nil {
				return
			}
		}
	}()
	r = rtlgen(t, dir, env, call...)
	stop()
	<-ended
	assert.Equal(t, r.status, statusWrongCall, r.stderr)
	assert.Assert(t, strings.Contains(r.stderr, "rtlgen: job 1 was cancelled with "), r.stderr)
	assert.Assert(t, strings.Contains(r.stderr, "; task 2: CANCELLED, exit status "), r.stderr)
	assert.Assert(t, strings.HasSuffix(r.stderr, "; the same call goes on with the rest\n"), r.stderr)
}
