package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/coverage"
)

// coverageOption is the option of verify that measures coverage.
const coverageOption = "coverage"

func coverageFlag() cli.Flag {
	return &cli.StringFlag{Name: coverageOption, Usage: "measure which bits move, with all benches and seeds, and write folder " +
		"`DIR`: " + coverage.LcovName + ", " + coverage.DatName + " (Verilator), " + coverage.NeverName + ", the Verilog"}
}

// measure prepares --coverage.
func (v *verification) measure(c *cli.Context, block string) error {
	if !c.IsSet(coverageOption) {
		return nil
	}
	builtIn := func(engine string) bool { return slices.Contains(cyclesim.Engines(), engine) }
	switch {
	case block == all:
		return errors.New("--coverage is of one block: name it in place of all")
	case len(c.StringSlice("verilog")) > 0 || c.IsSet("protect"):
		return errors.New("--coverage is of the block as its Go code has it: leave --verilog and --protect out")
	case !slices.ContainsFunc(v.options.Engines, builtIn):
		return errors.New("--coverage is measured by an engine that runs here: add builtin to --engine")
	}
	d, err := v.benches[0].Block.Elaborate(v.given[0])
	if err != nil {
		return err
	}
	v.coverage = coverage.New(d)
	v.options.Watch = v.coverage.Watch
	v.jobs = 1 // all benches count in one place
	return nil
}

// coverageDir is the folder of --coverage.
func (v *verification) coverageDir(c *cli.Context) (string, error) {
	if v.coverage == nil {
		return "", nil
	}
	return folder(c, coverageOption, "--"+coverageOption)
}

// writeCoverage writes what the runs have covered; nil if that was not asked for.
func (v *verification) writeCoverage(dir string, reports []*testbench.Report) (*coverage.Summary, error) {
	if v.coverage == nil {
		return nil, nil
	}
	var points []testbench.CoverPoint
	for _, r := range reports {
		for _, p := range r.CoverPoints {
			if r.Bench != "" {
				p.Name = r.Bench + ": " + p.Name
			}
			points = append(points, p)
		}
	}
	files, err := v.coverage.Files(points)
	if err != nil {
		return nil, err
	}
	output := verilog.Output{Files: files}
	if err := output.WriteDir(dir); err != nil {
		return nil, err
	}
	s := v.coverage.Summary(points)
	for _, f := range files {
		s.Files = append(s.Files, filepath.Join(dir, filepath.FromSlash(f.Path)))
	}
	return &s, nil
}

// longestNever is how many signals that did not move are printed.
const longestNever = 10

// printCoverage prints a summary of what was covered.
func (p *program) printCoverage(s *coverage.Summary, dir string) error {
	_, err := fmt.Fprintf(p.stdout, "\ncoverage of %s: %.1f %% of the toggles (%d of %d), %d of %s, in %s\n", s.Design, s.Percent,
		s.Moved, s.Toggles, s.Reached, count(s.CoverPoints, "cover point"), dir)
	for i, line := range s.Never {
		if err != nil || i == longestNever {
			break
		}
		_, err = fmt.Fprintf(p.stdout, "  %s\n", line)
	}
	if more := len(s.Never) - longestNever; err == nil && more > 0 {
		_, err = fmt.Fprintf(p.stdout, "  and %s in %s\n", count(more, "more signal"), filepath.Join(dir, coverage.NeverName))
	}
	return err
}
