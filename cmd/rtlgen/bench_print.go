package main

import (
	"fmt"
	"sort"
	"strings"

	"culprit/testbench/speed"
)

// printSpeed prints two tables, rates and times, and what there is to say.
func (p *program) printSpeed(r *speed.Report) error {
	if err := p.printTable(rates(r)); err != nil {
		return err
	}
	fmt.Fprintln(p.stdout)
	if err := p.printTable(times(r)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "\n%s\n", strings.Join(remarks(r), "\n"))
	return err
}

// rates is the table of the speed of both sides.
func rates(r *speed.Report) table {
	var t table
	t.add("DESIGN", "LOAD", "CYCLES", "COMPILED", "VERILATOR", "RATIO", "OF SLICES", "PACKETS", "CHECKSUM")
	for _, row := range r.Rows {
		ours, theirs, ratio, extremes := perSecond(row.Engine.CyclesPerSecond), "-", "-", "-"
		if v := row.Verilator; v != nil {
			theirs = perSecond(v.CyclesPerSecond)
			ratio = fmt.Sprintf("%.2f", *row.Ratio)
			extremes = fmt.Sprintf("%.2f to %.2f", *row.RatioLow, *row.RatioHigh)
		}
		packets, sum := fmt.Sprint(row.Delivered), fmt.Sprintf("%08x", row.Digest)
		if row.Problem != "" {
			ours, packets, sum = "-", "-", "FAILED: see below"
		}
		t.add(row.Design, fmt.Sprint(row.Load), fmt.Sprint(row.Cycles), ours, theirs, ratio, extremes, packets, sum)
	}
	return t
}

// perSecond writes a rate with three or four digits.
func perSecond(x float64) string {
	switch {
	case x >= 1e6:
		return fmt.Sprintf("%.2f M/s", x/1e6)
	case x >= 1e4:
		return fmt.Sprintf("%.1f k/s", x/1e3)
	}
	return fmt.Sprintf("%.0f /s", x)
}

// times is the table of what comes before the first cycle, of totals, and of
// memory: both sides in one cell.
func times(r *speed.Report) table {
	var t table
	head := []string{"DESIGN", "LOAD", "ELABORATION", "FIRST CYCLE"}
	for _, row := range r.Rows {
		for _, total := range row.Totals {
			head = append(head, fmt.Sprintf("%.0e CYCLES", total.Cycles))
		}
		if len(row.Totals) > 0 {
			break
		}
	}
	t.add(append(head, "MEMORY", "MEMORY TO BUILD")...)
	for _, row := range r.Rows {
		if row.Problem != "" {
			continue
		}
		v, build := row.Verilator, "-"
		both := func(ours string, theirs func() string) string {
			if v == nil {
				return ours + " | -"
			}
			return ours + " | " + theirs()
		}
		cells := []string{row.Design, fmt.Sprint(row.Load), seconds(row.ElaborationSeconds),
			both(seconds(row.Engine.FirstCycleSeconds), func() string { return seconds(v.FirstCycleSeconds) })}
		for _, total := range row.Totals {
			cells = append(cells, both(seconds(total.EngineSeconds), func() string { return seconds(*total.VerilatorSeconds) }))
		}
		cells = append(cells, both(megabytes(row.Engine.PeakBytes), func() string { return megabytes(v.PeakBytes) }))
		for _, b := range row.Builds {
			if v != nil && b.Name == v.Name {
				build = megabytes(b.PeakBytes)
			}
		}
		t.add(append(cells, build)...)
	}
	return t
}

func seconds(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2f s", x)
	}
	return fmt.Sprintf("%.0f s", x)
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", (n+500_000)/1_000_000) }

// remarks say what the numbers are, which models were made, and what is wrong.
func remarks(r *speed.Report) []string {
	list := []string{
		"COMPILED, VERILATOR: cycles per second. Pairs of cells: compiled | Verilator. All seconds are processor time.",
		"FIRST CYCLE: from the netlist; for Verilator: writing Verilog, Verilator, C++ compiler, start. ELABORATION comes before, on both sides.",
		"1e+04 CYCLES and so on: computed, FIRST CYCLE + cycles / rate.",
	}
	var tools []string
	for name, version := range r.Tools {
		tools = append(tools, name+" "+version)
	}
	sort.Strings(tools)
	if r.CPU != "" {
		tools = append(tools, r.CPU)
	}
	list = append(list, "With: "+strings.Join(tools, ", "))
	told := map[string]bool{}
	for _, row := range r.Rows {
		if !told[row.Design] {
			told[row.Design] = true
			list = append(list, modelsOf(row))
		}
	}
	for _, row := range r.Rows {
		if row.Problem != "" {
			list = append(list, fmt.Sprintf("\n%s, load %g: %s", row.Design, row.Load, row.Problem))
		}
	}
	return list
}

// modelsOf says how long the models of a design took, or that they were given up.
func modelsOf(row *speed.Row) string {
	var list []string
	for _, b := range row.Builds {
		if b.LimitHit {
			list = append(list, fmt.Sprintf("%s: given up after %s by the clock (--build-limit)", b.Name, seconds(b.WallSeconds)))
		} else {
			list = append(list, fmt.Sprintf("%s: made in %s, %s by the clock, %s", b.Name, seconds(b.Seconds), seconds(b.WallSeconds), perSecond(b.CyclesPerSecond)))
		}
	}
	if len(list) == 0 {
		list = append(list, "none")
	}
	return fmt.Sprintf("Models of %s (rates at load %g): %s", row.Design, row.Load, strings.Join(list, "; "))
}
