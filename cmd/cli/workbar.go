package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"culprit.example/culprit/testbench/experiment"
)

// workProgress shows how far an experiment is.
type workProgress interface {
	show(experiment.Progress)
	stop()
}

// newWorkProgress is a bar on a terminal, and elsewhere (a log of a batch system) a line
// for each point that is finished.
func (p *program) newWorkProgress() workProgress {
	if isTerminal(p.stderr) {
		return &workBar{w: p.stderr}
	}
	return &workLog{w: p.stderr}
}

// workBar is a bar on the terminal, which is there while there is something to do.
type workBar struct {
	w     io.Writer
	bars  *mpb.Progress
	bar   *mpb.Bar
	start time.Time

	mu    sync.Mutex
	state experiment.Progress
}

func (b *workBar) show(s experiment.Progress) {
	b.mu.Lock()
	b.state = s
	b.mu.Unlock()
	if b.bar == nil {
		if s.Todo == 0 {
			return
		}
		b.start = time.Now()
		b.bars = mpb.New(mpb.WithOutput(b.w), mpb.WithWidth(40))
		b.bar = b.bars.AddBar(max(s.Total, 1), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Percentage(decor.WC{W: 5})),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return b.text() })))
	}
	b.bar.SetCurrent(s.Work)
}

func (b *workBar) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("%d of %d points%s", b.state.Points, b.state.Todo, timeLeft(b.state, time.Since(b.start)))
}

// stop removes the bar.
func (b *workBar) stop() {
	if b.bar != nil {
		b.bar.Abort(true)
		b.bars.Wait()
	}
}

// workLog prints a line for each point.
type workLog struct {
	w      io.Writer
	start  time.Time
	points int // that have a line
}

func (l *workLog) show(s experiment.Progress) {
	if l.start.IsZero() {
		l.start = time.Now()
	}
	if s.Points > l.points {
		l.points = s.Points
		fmt.Fprintf(l.w, "%d of %d points: %s%s\n", s.Points, s.Todo, s.Last, timeLeft(s, time.Since(l.start)))
	}
}

func (l *workLog) stop() {}

// timeLeft is ", 1m20s left" if the rest of the work goes as fast as what is done; ""
// as long as that is less than a hundredth, which tells nothing, and when all is done.
func timeLeft(s experiment.Progress, elapsed time.Duration) string {
	if s.Work <= 0 || s.Work < s.Total/100 || s.Work >= s.Total {
		return ""
	}
	left := time.Duration(float64(elapsed) / float64(s.Work) * float64(s.Total-s.Work))
	return fmt.Sprintf(", %s left", max(left.Round(time.Second), time.Second))
}
