package cli

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/testbench/family"
)

// Main executes the command line of the process on the blocks, benches and experiments
// of these families, until it ends or is interrupted, and ends the process with its
// status (see the package).
func Main(families ...family.Family) {
	child.AdoptOrphans()
	os.Exit(run(os.Args, families))
}

func run(args []string, families family.List) int {
	ctx, stop := interruptible(context.Background())
	defer stop()
	name := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
	p := newProgram(name, os.Stdout, os.Stderr, families)
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
	signal.Notify(signals, append([]os.Signal{os.Interrupt, syscall.SIGTERM}, warnings...)...)
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
