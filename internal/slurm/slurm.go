package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"culprit.example/culprit/internal/child"
)

// Array is a job array: Tasks runs of one command, in this working folder and environment. Variables
// that sbatch reads, such as SBATCH_PARTITION and SBATCH_TIMELIMIT, are the user's.
type Array struct {
	Name    string
	Tasks   int      // numbered from 1 on
	CPUs    int      // of each task
	Log     string   // file of each task, with %A for the job and %a for the task
	Command []string // must end within seconds after SIGTERM, and may be run again
}

// warned is how many seconds before its time limit a task gets SIGTERM.
const warned = 60

// Submit submits the array and returns the job's number.
func (a Array) Submit(ctx context.Context) (string, error) {
	// With exec the command gets the signals that are meant for the script.
	script := "#!/bin/sh\nexec"
	for _, word := range a.Command {
		script += " " + child.Quote(word)
	}
	said, err := run(ctx, script+"\n", "sbatch", "--parsable", "--requeue", "--job-name="+a.Name,
		fmt.Sprintf("--array=1-%d", a.Tasks), fmt.Sprintf("--cpus-per-task=%d", a.CPUs),
		fmt.Sprintf("--signal=B:TERM@%d", warned), "--open-mode=append", "--output="+a.Log)
	if err != nil {
		return "", err
	}
	id, _, _ := strings.Cut(strings.TrimSpace(said), ";") // the name of the cluster follows
	if !number.MatchString(id) {
		return "", fmt.Errorf("sbatch says %q, and not the number of a job", strings.TrimSpace(said))
	}
	return id, nil
}

var number = regexp.MustCompile(`^[0-9]+$`)

// Check reports why jobs cannot be submitted here; nil if the programs are there.
func Check() error {
	for _, name := range []string{"sbatch", "squeue", "scontrol"} {
		if _, err := find(name); err != nil {
			return err
		}
	}
	return nil
}

func find(name string) (string, error) {
	path, err := child.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("cannot run %s, which is a program of Slurm: %w; call it on a machine of the cluster", name, err)
	}
	return path, nil
}

// HeldError is why Slurm does not start a job until somebody releases it.
type HeldError struct{ Job, Reason string }

func (e HeldError) Error() string {
	return fmt.Sprintf("job %s is held (%s): end it with `scancel %[1]s`, or release it with `scontrol release %[1]s`", e.Job,
		e.Reason)
}

// Waiting is how many tasks of a job wait or run; 0 if none does, or Slurm has forgotten the job.
func Waiting(ctx context.Context, job string) (int, error) {
	said, err := run(ctx, "", "squeue", "--noheader", "--array", "--format=%T %r", "--job="+job)
	if err != nil {
		if strings.Contains(err.Error(), "Invalid job id") {
			return 0, nil
		}
		return 0, err
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if lines[0] == "" {
		return 0, nil
	}
	for _, line := range lines {
		state, reason, _ := strings.Cut(line, " ")
		if state == "PENDING" && strings.Contains(strings.ToLower(reason), "held") {
			return len(lines), HeldError{job, reason}
		}
	}
	return len(lines), nil
}

// End is how a task of a job ended.
type End struct {
	Task   int
	State  string // COMPLETED, FAILED, CANCELLED, TIMEOUT, NODE_FAIL, ...
	Status string // exit status and signal: "1:0"
}

// Failed are the tasks of a job that did not complete, as far as Slurm has not forgotten them.
func Failed(ctx context.Context, job string) ([]End, error) {
	said, err := run(ctx, "", "scontrol", "--oneliner", "show", "job", job)
	if err != nil {
		return nil, err
	}
	var list []End
	for line := range strings.Lines(said) {
		fields := map[string]string{}
		for _, word := range strings.Fields(line) {
			if name, value, ok := strings.Cut(word, "="); ok && fields[name] == "" {
				fields[name] = value
			}
		}
		task, err := strconv.Atoi(fields["ArrayTaskId"])
		if err == nil && fields["JobState"] != "COMPLETED" {
			list = append(list, End{task, fields["JobState"], fields["ExitCode"]})
		}
	}
	return list, nil
}

// run runs a program of Slurm and returns what it says.
func run(ctx context.Context, stdin, name string, args ...string) (string, error) {
	path, err := find(name)
	if err != nil {
		return "", err
	}
	var out, wrong bytes.Buffer
	c := child.New(ctx, path, args...)
	c.Dir, c.Env = ".", os.Environ()
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &out, &wrong
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		return "", errors.New(name + " fails: " + child.Reason(err, wrong.Bytes()))
	}
	return out.String(), nil
}
