package main

import (
	"context"
	"os"
	"os/signal"

	"culprit/blocks/library"
	"culprit/testbench/experiment/hardware"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p := &program{stdout: os.Stdout, stderr: os.Stderr, blocks: library.Blocks(), benches: library.Benches(), lab: hardware.New()}
	os.Exit(p.run(ctx, os.Args))
}
