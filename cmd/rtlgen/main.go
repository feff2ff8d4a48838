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
	p := &program{stdout: os.Stdout, stderr: os.Stderr, blocks: library.Blocks(), benches: library.Benches(), lab: hardware.New()}
	return p.run(ctx, args)
}
