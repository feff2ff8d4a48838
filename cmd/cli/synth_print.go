package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"culprit.example/culprit/testbench/synth"
)

// printCosts prints a row for each module, their worst paths, then what is wrong.
func (p *program) printCosts(r *synth.Report) error {
	var t table
	t.add("MODULE", "LUT-EQ", "FF", "BRAM", "DSP", "LEVELS", "MHZ", "SEEDS")
	for _, c := range r.Modules {
		mhz, seeds := "-", "-"
		if c.Timing != nil {
			mhz = fmt.Sprintf("%.1f", c.Timing.MHz)
			var list []string
			for _, run := range c.Timing.Seeds {
				list = append(list, fmt.Sprintf("%.1f", run.MHz))
			}
			seeds = strings.Join(list, " ")
		}
		t.add(c.Module, fmt.Sprint(c.LUTEquivalents), fmt.Sprint(c.FlipFlops), fmt.Sprint(c.BlockRAMs), fmt.Sprint(c.DSPs),
			fmt.Sprint(c.Levels), mhz, seeds)
	}
	if err := p.printTable(t); err != nil {
		return err
	}
	for _, c := range r.Modules {
		text := deepestPath(c)
		if c.Timing != nil {
			text = worstPath(c)
		}
		if _, err := fmt.Fprint(p.stdout, "\n"+text); err != nil {
			return err
		}
	}
	return p.printProblems(r.Problems)
}

func (p *program) printProblems(problems []string) error {
	for _, problem := range problems {
		if _, err := fmt.Fprintf(p.stdout, "\n%s\n", problem); err != nil {
			return err
		}
	}
	return nil
}

// printCells prints a row for each module, its cells by kind, then what is wrong.
func (p *program) printCells(r *synth.CellReport) error {
	var t table
	t.add("MODULE", "CELLS", "AREA", "DELAY PS", "MEMORIES", "BY KIND")
	for _, c := range r.Modules {
		var kinds, memories []string
		for _, kind := range slices.Sorted(maps.Keys(c.Cells)) {
			kinds = append(kinds, fmt.Sprintf("%d %s", c.Cells[kind], kind))
		}
		for _, shape := range slices.Sorted(maps.Keys(c.Memories)) {
			memories = append(memories, fmt.Sprintf("%d of %s", c.Memories[shape], shape))
		}
		if len(memories) == 0 {
			memories = []string{"-"}
		}
		t.add(c.Module, fmt.Sprint(c.Count()), fmt.Sprintf("%.1f", c.Area), fmt.Sprintf("%.0f", c.Delay),
			strings.Join(memories, ", "), strings.Join(kinds, ", "))
	}
	if err := p.printTable(t); err != nil {
		return err
	}
	return p.printProblems(r.Problems)
}

// worstPath is the path that limits the clock of a module.
func worstPath(c synth.Cost) string {
	w := c.Timing.Worst
	var b strings.Builder
	fmt.Fprintf(&b, "%s: worst path %.1f ns: %.1f ns logic in %d levels, %.1f ns routing\n", c.Module, w.Logic+w.Routing,
		w.Logic, w.Levels, w.Routing)
	fmt.Fprintf(&b, "  from %s\n", pointText(w.From))
	if len(w.Through) > 0 {
		fmt.Fprintf(&b, "  through %s\n", strings.Join(w.Through, ", "))
	}
	fmt.Fprintf(&b, "  to %s\n", pointText(w.To))
	return b.String()
}

// deepestPath is the path with the most levels of a module that was not placed.
func deepestPath(c synth.Cost) string {
	text := fmt.Sprintf("%s: deepest path, %d levels\n", c.Module, c.Levels)
	if len(c.Deepest) > 0 {
		text += "  " + strings.Join(c.Deepest, ", ") + "\n"
	}
	return text
}

func pointText(p synth.Point) string {
	text := p.Kind + " " + p.Name
	if p.Pos != "" {
		text += " (" + p.Pos + ")"
	}
	return text
}
