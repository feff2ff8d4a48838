package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"culprit/blocks/library"
	"culprit/internal/child"
)

func main() {
	child.AdoptOrphans()
	os.Exit(run(os.Args))
}

// run executes a command line until it ends or is interrupted.
func run(args []string) int {
	ctx, stop := interruptible(context.Background())
	defer stop()
	p := newProgram(os.Stdout, os.Stderr, library.Families())
	return p.run(ctx, args)
}

// interruption is why a context ended: the user, a batch system or the end of the
// session asked for it.
type interruption struct{ signal syscall.Signal }

func (i interruption) Error() string { return "interrupted (" + i.signal.String() + ")" }

// interruptible returns a context that ends with an interruption as its cause.
func interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		select {
		case s := <-signals:
			if s, ok := s.(syscall.Signal); ok {
				cancel(interruption{s})
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}
