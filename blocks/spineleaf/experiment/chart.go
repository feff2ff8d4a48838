package experiment

import (
	"fmt"
	"math"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/testbench/experiment"
)

// charts are the rates of the flows over time, a picture for each variant and the
// first seed.
func charts(figure string, variants []string, ms int,
	victims bool) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		list := []experiment.Chart{}
		for _, variant := range variants {
			got, ok := m.Run(named(variant), m.Seeds()[0])
			if !ok {
				continue
			}
			r := run{got}
			scale := math.Round(r.perMs() * qcn.BeatBytes * 8 / 1e6 / gigabits) // 1 at 10 Gb/s
			c := experiment.Chart{
				Name: figure + "-" + variant, Title: fmt.Sprintf("%s, %s", figure, variant), X: "time, ms", Y: "rate, Gb/s",
				YMax:  gigabits * scale,
				Shade: [2]float64{float64(ms / 3), float64(2 * ms / 3)},
			}
			add := func(name string, source, server int) {
				line := experiment.Line{Name: name}
				for t := range ms {
					line.X = append(line.X, float64(t)+0.5)
					line.Y = append(line.Y, r.rate(source, server, t, t+1)*scale)
				}
				c.Lines = append(c.Lines, line)
			}
			for i := range sources + 1 {
				add(fmt.Sprintf("f%d", i+1), i, hot)
			}
			if victims {
				add("f6", 0, idle)
			}
			list = append(list, c)
		}
		return list, nil
	}
}
