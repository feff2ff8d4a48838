package cli

import (
	"io"
	"os"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// progress is a bar on the terminal, nil where there is none.
type progress struct {
	bars   *mpb.Progress
	bar    *mpb.Bar
	stages int

	mu    sync.Mutex
	done  []int64 // of each task, in parts
	doing string
}

// partsPerStage is the resolution of the bar.
const partsPerStage = 1000

// newProgress shows the progress of tasks that have a number of stages each, if
// standard error is a terminal.
func (p *program) newProgress(tasks, stages int) *progress {
	if !isTerminal(p.stderr) {
		return nil
	}
	g := &progress{stages: stages, done: make([]int64, tasks)}
	g.bars = mpb.New(mpb.WithOutput(p.stderr), mpb.WithWidth(40))
	g.bar = g.bars.AddBar(int64(tasks)*int64(stages)*partsPerStage, mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Percentage(decor.WC{W: 5})),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return g.current() })))
	return g
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func (g *progress) current() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.doing
}

// of is the function that a task calls with its stage and how far that is.
func (g *progress) of(task int, name string) func(stage string, done, total int) {
	if g == nil {
		return nil
	}
	stage, last := -1, ""
	return func(what string, done, total int) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if what != last {
			stage, last = stage+1, what
		}
		g.doing = name + ": " + what
		g.done[task] = partsPerStage*int64(stage) + partsPerStage*int64(done)/int64(max(total, 1))
		var sum int64
		for _, d := range g.done {
			sum += d
		}
		g.bar.SetCurrent(sum)
	}
}

// stop removes the bar.
func (g *progress) stop() {
	if g == nil {
		return
	}
	g.bar.Abort(true)
	g.bars.Wait()
}
