package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/testbench/experiment"
)

// shard is the part of the points of a run that a worker measures: part of of, from 1 on.
type shard struct{ part, of int }

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.part, s.of) }

const (
	// autoShard takes the part from the environment of a job array.
	autoShard = "auto"
	// maxShards bounds the workers of a run.
	maxShards = 100_000
	// statusRequeue is the exit status of a worker that a signal ended: it wants to be run again.
	statusRequeue = 75
)

func shardFlag() cli.Flag {
	return &cli.StringFlag{Name: "shard",
		Usage: "measure part `I/N` of the points only, or the part that the job array of Slurm says (auto); the same call without it collects"}
}

// shardOf reads --shard; nil without it.
func shardOf(c *cli.Context) (*shard, error) {
	if !c.IsSet("shard") {
		return nil, nil
	}
	for _, name := range []string{"on", "json", "junit", "html", "list"} {
		if c.IsSet(name) {
			return nil, fmt.Errorf("--shard measures points and shows no results: leave --%s out", name)
		}
	}
	text := c.String("shard")
	if text == autoShard {
		return arrayShard(os.Getenv)
	}
	part, of, _ := strings.Cut(text, "/")
	i, err := strconv.Atoi(part)
	n, err2 := strconv.Atoi(of)
	if err != nil || err2 != nil || n < 1 || n > maxShards || i < 1 || i > n {
		return nil, fmt.Errorf("cannot use --shard %s: write I/N with a part I from 1 to N, and N up to %d, for example 1/4; or auto",
			text, maxShards)
	}
	return &shard{i, n}, nil
}

// arrayShard is the part of a task of Slurm's job arrays.
func arrayShard(env func(string) string) (*shard, error) {
	const prefix = "SLURM_ARRAY_TASK_"
	if env(prefix+"ID") == "" {
		return nil, errors.New("--shard auto is for the tasks of a job array of Slurm, and SLURM_ARRAY_TASK_ID is not set: write --shard 1/4")
	}
	number := map[string]int{"STEP": 1}
	for _, name := range []string{"ID", "MIN", "COUNT", "STEP"} {
		text := env(prefix + name)
		if name == "STEP" && text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n == 0 && (name == "COUNT" || name == "STEP") {
			return nil, fmt.Errorf("cannot use --shard auto: %s%s is %q, not a number; write --shard 1/4", prefix, name, text)
		}
		number[name] = n
	}
	from := number["ID"] - number["MIN"]
	s := &shard{from/number["STEP"] + 1, number["COUNT"]}
	if from < 0 || from%number["STEP"] != 0 || s.part > s.of {
		return nil, fmt.Errorf("cannot use --shard auto: task %d is not one of %d from %d on; submit the array as --array=1-%[2]d",
			number["ID"], number["COUNT"], number["MIN"])
	}
	return s, nil
}

// runShard measures a part of the points and leaves the results in the folder.
func (p *program) runShard(ctx context.Context, points []experiment.Point, s shard, dir string, jobs int) error {
	mine := experiment.Shard(points, s.part, s.of)
	results, err := p.runPoints(ctx, mine, dir, jobs)
	if err != nil {
		err = leftOver(ctx, results, mine, dir, err)
		if left := (stopped{}); errors.As(err, &left) {
			return stopped{left: left.left, again: true}
		}
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "shard %s: %s of %d in %s\n", s, count(len(mine), "point"), len(points), dir)
	return err
}

// cpusOf is how many processors a worker has: those that Slurm gave it, if it did.
func cpusOf(env func(string) string, machine int) int {
	if n, err := strconv.Atoi(env("SLURM_CPUS_PER_TASK")); err == nil && n > 0 {
		return min(n, machine)
	}
	return machine
}
