package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/hardware"
	"culprit.example/culprit/testbench/film"
)

// Numbers of frames of a film.
const (
	defaultFrames = 500
	maxFrames     = 5000
	hostInterval  = 64 // cycles from one frame to the next at first, in a run whose length is not known
)

func (p *program) filmCommand() *cli.Command {
	return &cli.Command{
		Name:  "film",
		Usage: "make a page on which one sees the queues of a network fill and empty",
		UsageText: "rtlgen film EXPERIMENT [--set name=value]... [--seeds N] [--point NAME] [--frames N] [-o FILE.html]\n" +
			"   rtlgen film EXPERIMENT [--set name=value]... --points",
		Description: "Runs one point of an experiment and records what the receiver of each link holds. The page is one\n" +
			"file, which needs no network: open it in a browser. FILE.html#120 begins with frame 120.\n\n" +
			"Examples:\n" +
			"  rtlgen film recn-hotspot --set nodes=64 --points\n" +
			"  rtlgen film recn-hotspot --set nodes=64 --set saqs=4 -o tree.html",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "set", Usage: "set `name=value`, may be repeated"},
			&cli.StringFlag{Name: "seeds", Value: "1", Usage: "run with the seed `N`"},
			&cli.StringFlag{Name: "point", Usage: "film the point whose name has all words of `NAME` (default: the first of a network)"},
			&cli.BoolFlag{Name: "points", Usage: "list the names of the points"},
			&cli.IntFlag{Name: "frames", Value: defaultFrames, Usage: "record `N` times, at equal distances"},
			&cli.StringFlag{Name: "engine", Value: cyclesim.DefaultEngine(),
				Usage: "simulate on the engine `NAME` of: " + strings.Join(cyclesim.Engines(), ", ")},
			&cli.IntFlag{Name: "picture", Usage: "write the frame `N` alone, as SVG"},
			p.networkFlag(),
			&cli.StringFlag{Name: "out", Aliases: []string{"o"},
				Usage: "write `FILE` (default: EXPERIMENT.html, or EXPERIMENT.svg with --picture)"},
		},
		Action: p.onNetwork((*program).film),
	}
}

func (p *program) film(c *cli.Context) error {
	p.lab.Engine = c.String("engine")
	if !slices.Contains(cyclesim.Engines(), p.lab.Engine) {
		return fmt.Errorf("no engine %q%s; choose one of %s", p.lab.Engine, didYouMean(p.lab.Engine, cyclesim.Engines()),
			strings.Join(cyclesim.Engines(), ", "))
	}
	frames := c.Int("frames")
	if frames < 1 || frames > maxFrames {
		return fmt.Errorf("cannot use --frames %d: give a number from 1 to %d", frames, maxFrames)
	}
	if n := c.Int("picture"); n < 0 || n >= maxFrames {
		return fmt.Errorf("cannot use --picture %d: a film has the frames 0 to %d at most", n, maxFrames-1)
	}
	plan, err := p.planOf(c)
	if err != nil {
		return err
	}
	if c.Bool("points") {
		for _, x := range plan.Points {
			fmt.Fprintln(p.stdout, x.Name)
		}
		return nil
	}
	point, err := p.filmed(c, plan)
	if err != nil {
		return err
	}
	f := &film.Film{Title: plan.Experiment.Name + ": " + point.Name, Interval: max(1, point.Stimulus.Cycles()/frames)}
	if point.Host != nil { // nobody knows how long it takes
		f.Interval, f.Limit = hostInterval, frames
	}
	at := 0
	for _, phase := range point.Stimulus.Phases {
		if at > 0 {
			f.Phases = append(f.Phases, at)
		}
		at += phase.Cycles
	}
	run := &hardware.Film{Interval: f.Interval, Open: f.Open}
	run.Frame = func(int) {
		f.Frame()
		run.Interval = f.Interval
	}
	p.lab.Film = run
	bar := p.newProgress(1, 1)
	tell := bar.of(0, point.Name)
	_, err = p.lab.NewMachine().Run(c.Context, point, func(part float64) {
		if tell != nil {
			tell("film", int(part*1000), 1000)
		}
	})
	bar.stop()
	if err != nil {
		return err
	}
	path, write := cmp.Or(c.String("out"), plan.Experiment.Name+".html"), f.HTML
	if c.IsSet("picture") {
		path = cmp.Or(c.String("out"), plan.Experiment.Name+".svg")
		write = func(w io.Writer) error { return f.SVG(w, c.Int("picture")) }
	}
	if err := writeFile(c.Context, p.stdout, path, write); err != nil {
		return err
	}
	if path != standardOutput {
		fmt.Fprintf(p.stdout, "%s: %s of %s in %s\n", f.Title, count(f.Frames, "frame"), count(len(f.Links), "link"), path)
	}
	return nil
}

// filmed is the point that is asked for.
func (p *program) filmed(c *cli.Context, plan *experiment.Plan) (experiment.Point, error) {
	words := strings.Fields(c.String("point"))
	for _, x := range plan.Points {
		has := strings.Fields(x.Name)
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(has, w) }) &&
			(len(words) > 0 || p.isNetwork(x.Block)) {
			return x, nil
		}
	}
	if len(words) > 0 {
		return experiment.Point{}, fmt.Errorf("no point of the call has all words of --point %s: see them with --points",
			strings.Join(words, " "))
	}
	return experiment.Point{}, fmt.Errorf("no point of %s is of a network: there are no links to film", plan.Experiment.Name)
}

// isNetwork reports whether a block has links.
func (p *program) isNetwork(name string) bool {
	return slices.ContainsFunc(p.blocks, func(b *blocks.Block) bool { return b.Name == name && b.Network != nil })
}
