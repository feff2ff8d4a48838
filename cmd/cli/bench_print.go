package cli

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"culprit.example/culprit/testbench/speed"
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
	if t := relatives(r); len(t.rows) > 1 {
		fmt.Fprintln(p.stdout)
		if err := p.printTable(t); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(p.stdout, "\n%s\n", strings.Join(remarks(r), "\n"))
	return err
}

// relatives is the table of how long engines take, compared with the first one.
func relatives(r *speed.Report) table {
	var t table
	t.add("DESIGN", "LOAD", "SIDE", "TIMES AS LONG", "OF TURNS")
	for _, row := range r.Rows {
		for _, side := range row.Engines {
			if x := side.Relative; x != nil {
				t.add(row.Design, fmt.Sprint(row.Load), side.Name, fmt.Sprintf("%.2f", x.Median),
					fmt.Sprintf("%.2f to %.2f", x.Low, x.High))
			}
		}
	}
	return t
}

// rates is the table of the speed of all sides.
func rates(r *speed.Report) table {
	var t table
	t.add("DESIGN", "LOAD", "CYCLES", "SIDE", "SPEED", "OF TURNS", "RATIO", "OF TURNS", "PACKETS", "CHECKSUM")
	for _, row := range r.Rows {
		design := []string{row.Design, fmt.Sprint(row.Load), fmt.Sprint(row.Cycles)}
		if row.Problem != "" {
			t.add(append(design, "-", "-", "-", "-", "-", "-", "FAILED: see below")...)
			continue
		}
		for _, side := range sidesOf(row) {
			ratio, ofRatio := "-", "-"
			if side.Ratio != nil {
				ratio = fmt.Sprintf("%.2f", side.Ratio.Median)
				ofRatio = fmt.Sprintf("%.2f to %.2f", side.Ratio.Low, side.Ratio.High)
			}
			x := side.CyclesPerSecond
			t.add(append(design, side.Name, perSecond(x.Median), perSecond(x.Low)+" to "+perSecond(x.High), ratio, ofRatio,
				fmt.Sprint(row.Delivered), fmt.Sprintf("%08x", row.Digest))...)
		}
	}
	return t
}

// sidesOf are the engines, and the model of Verilator if there is one.
func sidesOf(row *speed.Row) []*speed.Side {
	if row.Verilator == nil {
		return row.Engines
	}
	return append(slices.Clone(row.Engines), row.Verilator)
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
// memory.
func times(r *speed.Report) table {
	var t table
	head := []string{"DESIGN", "LOAD", "SIDE", "ELABORATION", "FIRST CYCLE"}
	for _, row := range r.Rows {
		if len(row.Engines) > 0 {
			for _, total := range row.Engines[0].Totals {
				head = append(head, fmt.Sprintf("%.0e CYCLES", total.Cycles))
			}
			break
		}
	}
	t.add(append(head, "MEMORY", "PER SWITCH", "MEMORY TO BUILD")...)
	for _, row := range r.Rows {
		if row.Problem != "" {
			continue
		}
		for _, side := range sidesOf(row) {
			cells := []string{row.Design, fmt.Sprint(row.Load), side.Name, seconds(row.ElaborationSeconds),
				seconds(side.FirstCycleSeconds)}
			for _, total := range side.Totals {
				cells = append(cells, seconds(total.Seconds))
			}
			build := "-"
			for _, b := range row.Builds {
				if b.Name == side.Name {
					build = megabytes(b.PeakBytes)
				}
			}
			t.add(append(cells, megabytes(side.PeakBytes), fmt.Sprintf("%d KB", (side.PeakBytesPerSwitch+500)/1000), build)...)
		}
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
	var list []string
	if slices.ContainsFunc(r.Rows, func(row *speed.Row) bool { return row.ByClock }) {
		list = append(list, "SPEED and RATIO are by the clock, and the processors have to be idle otherwise; all else is as follows.")
	}
	list = append(list,
		"SPEED: cycles per second; RATIO: to the fastest model of Verilator. Medians of all turns. All seconds are processor time.",
		"FIRST CYCLE: from the netlist; for Verilator: writing Verilog, Verilator, C++ compiler, start. ELABORATION comes before, on all sides.",
		"1e+04 CYCLES and so on: computed, FIRST CYCLE + cycles / median. MEMORY: peak of the process.",
	)
	if len(relatives(r).rows) > 1 {
		list = append(list, "TIMES AS LONG: a turn, compared with the first engine of as many threads.")
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
	list = append(list, flagsOf(r)...)
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

// flagsOf says how models are made.
func flagsOf(r *speed.Report) []string {
	var list []string
	for _, row := range r.Rows {
		for _, b := range row.Builds {
			if line := fmt.Sprintf("%s: %s", b.Name, b.Flags); b.Flags != "" && !slices.Contains(list, line) {
				list = append(list, line)
			}
		}
	}
	return list
}

// modelsOf says how long the models of a design took, or that they were given up.
func modelsOf(row *speed.Row) string {
	var list []string
	for _, b := range row.Builds {
		if b.LimitHit {
			list = append(list, fmt.Sprintf("%s: given up after %s by the clock (--build-limit)", b.Name,
				seconds(b.WallSeconds)))
		} else {
			list = append(list, fmt.Sprintf("%s: made in %s, %s by the clock, %s", b.Name, seconds(b.Seconds),
				seconds(b.WallSeconds), perSecond(b.CyclesPerSecond.Median)))
		}
	}
	if len(list) == 0 {
		list = append(list, "none")
	}
	return fmt.Sprintf("Models of %s (rates at load %g): %s", row.Design, row.Load, strings.Join(list, "; "))
}
