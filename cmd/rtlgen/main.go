package main

import (
	"context"
	"os"
	"os/signal"

	"culprit/blocks/library"
	"culprit/testbench/experiment/hardware"
)

func main() { os.Exit(run(os.Args)) }

// run executes a command line until it ends or is interrupted.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	families := library.Families()
	p := &program{
		stdout: os.Stdout, stderr: os.Stderr,
		blocks: families.Blocks(), benches: families.Benches(), experiments: families.Experiments(), lab: hardware.New(families.Blocks()),
	}
	return p.run(ctx, args)
}
