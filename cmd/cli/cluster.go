package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/internal/slurm"
	"culprit.example/culprit/testbench/experiment"
)

// onSlurm is the one batch system of --on.
const onSlurm = "slurm"

func clusterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "on",
			Usage: "measure the points in a job array of `slurm`, wait for it and collect; --jobs is then for each task (default: 1)"},
		&cli.StringFlag{Name: "tasks", Value: "8", Usage: "submit `N` tasks with --on, at most one for each point"},
	}
}

// cluster is a run in job arrays.
type cluster struct {
	p       *program
	name    string // of the experiment
	dir     string // of the results
	command []string
	tasks   int
	jobs    int
	watch   *experiment.Watch
}

// submitted is the file that tells a later call of a job: DIR/slurm/EXPERIMENT.json.
type submitted struct {
	Job     string   `json:"job"`
	Command []string `json:"command"`
}

// cluster reads --on and --tasks; nil without --on.
func (p *program) cluster(c *cli.Context, plan *experiment.Plan, dir string, jobs int) (*cluster, error) {
	if !c.IsSet("on") {
		if c.IsSet("tasks") {
			return nil, errors.New("--tasks is about --on slurm, which is missing")
		}
		return nil, nil
	}
	if on := c.String("on"); on != onSlurm {
		return nil, fmt.Errorf("cannot use --on %s: the one batch system is %s; for another one start workers with --shard", on, onSlurm)
	}
	k := &cluster{p: p, name: plan.Experiment.Name, dir: dir, jobs: 1}
	if c.IsSet("jobs") {
		k.jobs = jobs
	}
	var err error
	if k.tasks, err = positive(c, "tasks", maxShards); err != nil {
		return nil, err
	}
	k.command, err = taskCommand(p.args, k.jobs)
	return k, err
}

// taskCommand is the call of the tasks of a run.
func taskCommand(args []string, jobs int) ([]string, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find this program for the batch system: %w", err)
	}
	command := []string{path, args[1], "--shard", autoShard, "--jobs", strconv.Itoa(jobs)}
	for i := 2; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		switch {
		case args[i] == "--":
			return append(command, args[i:]...), nil
		case args[i][0] != '-' || !slices.Contains(ofCaller, name):
			command = append(command, args[i])
		case name != "json" && !joined:
			i++ // its value
		}
	}
	return command, nil
}

// ofCaller are the options that workers do not get.
var ofCaller = []string{"on", "tasks", "jobs", "j", "json", "junit", "html"}

// run has all points measured, in one array after the other as long as they get on.
func (k *cluster) run(ctx context.Context, points []experiment.Point) error {
	store, err := experiment.OpenStore(k.dir)
	if err != nil {
		return err
	}
	defer store.Close()
	if k.watch, err = experiment.NewWatch(ctx, points, store, k.p.lab); err != nil {
		return err
	}
	for missing := k.watch.Missing(); missing > 0; {
		job, err := k.job(ctx, missing)
		if err != nil {
			return err
		}
		if err := k.wait(ctx, job, missing); err != nil {
			if ctx.Err() != nil {
				return stopped{left: fmt.Sprintf("job %s goes on: the same call waits for it again, `scancel %[1]s` ends it", job)}
			}
			return err
		}
		left := k.watch.Missing()
		if left == 0 {
			break
		}
		if err := k.broken(ctx, job, missing-left, left); err != nil {
			return err
		}
		missing = left
	}
	return nil
}

// job is the number of a job that measures the points: one of an earlier call that still runs, or a new
// one.
func (k *cluster) job(ctx context.Context, missing int) (string, error) {
	if err := slurm.Check(); err != nil {
		return "", err
	}
	path := filepath.Join(k.dir, onSlurm, k.name+".json")
	var old submitted
	text, err := os.ReadFile(path)
	if err == nil && json.Unmarshal(text, &old) == nil && slices.Equal(old.Command, k.command) {
		n, err := slurm.Waiting(ctx, old.Job)
		if err != nil {
			return "", err
		}
		if n > 0 {
			fmt.Fprintf(k.p.stderr, "waiting for job %s: %s\n", old.Job, count(n, "task"))
			return old.Job, nil
		}
	}
	if _, err := outfile.MakeDir(filepath.Dir(path)); err != nil {
		return "", fmt.Errorf("cannot make the folder %s: %w", filepath.Dir(path), err)
	}
	a := slurm.Array{Name: k.name, Tasks: min(k.tasks, missing), CPUs: k.jobs, Log: k.log("%A", "%a"), Command: k.command}
	job, err := a.Submit(ctx)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(k.p.stderr, "submitted job %s: %s for %s\n", job, count(a.Tasks, "task"), count(missing, "point"))
	err = outfile.Replace(path, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(submitted{job, k.command})
	})
	if err != nil {
		return "", fmt.Errorf("cannot write %s: %w; job %s runs", path, err, job)
	}
	return job, nil
}

// log is the file of what a task says.
func (k *cluster) log(job, task string) string {
	return filepath.Join(k.dir, onSlurm, fmt.Sprintf("%s-%s-%s.log", k.name, job, task))
}

const (
	// ask is how often Slurm is asked for a job, and the folder for points.
	ask = 2 * time.Second
	// maxSilence is for how long Slurm may give no answer: slurmctld may be started anew.
	maxSilence = 5 * time.Minute
)

// wait waits until no task of a job is left, and shows how many points are done.
func (k *cluster) wait(ctx context.Context, job string, todo int) error {
	bar := k.p.newWorkProgress()
	defer bar.stop()
	answered := time.Now()
	for {
		tasks, err := slurm.Waiting(ctx, job)
		held := slurm.HeldError{}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &held):
			return err
		case err == nil:
			answered = time.Now()
		case time.Since(answered) > maxSilence:
			return fmt.Errorf("%w; job %s may still run: the same call waits for it again", err, job)
		}
		missing := k.watch.Missing()
		done := todo - missing
		bar.show(experiment.Progress{Work: int64(done), Total: int64(todo), Points: done, Todo: todo, Last: "job " + job})
		if err == nil && tasks == 0 || missing == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(ask):
		}
	}
}

// broken is the error of a job that has ended and has measured nothing, or was cancelled; nil if another
// job may go on.
func (k *cluster) broken(ctx context.Context, job string, done, missing int) error {
	ends, err := slurm.Failed(ctx, job)
	how := "has ended"
	if slices.ContainsFunc(ends, func(e slurm.End) bool { return strings.HasPrefix(e.State, "CANCELLED") }) {
		how = "was cancelled"
	} else if done > 0 {
		return nil
	}
	text := fmt.Sprintf("job %s %s with %d points done, %d missing", job, how, done, missing)
	switch {
	case err != nil:
		text += "; " + err.Error()
	case len(ends) > 0:
		e := ends[0]
		text += fmt.Sprintf("; task %d: %s, exit status %s; %s", e.Task, e.State, e.Status, lastLines(k.log(job, strconv.Itoa(e.Task))))
	}
	return errors.New(text + "; the same call goes on with the rest")
}

// shownLines is how many lines of a log are shown.
const shownLines = 5

// lastLines are the last lines of a log, for a message.
func lastLines(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return "it has no log: " + err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if lines[0] == "" {
		return path + " is empty"
	}
	return fmt.Sprintf("%s ends with: %s", path, strings.Join(lines[max(0, len(lines)-shownLines):], " | "))
}
