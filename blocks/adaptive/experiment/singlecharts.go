package experiment

import (
	"fmt"

	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/testbench/experiment"
)

// singleCharts are those of Figures 4 to 6 over time: the length of the hot queue, the
// rates of the flows, and the frames that wait for their predecessors.
func (s subject) singleCharts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		var charts []experiment.Chart
		for _, network := range v.Words("networks") {
			n := s.network(network)
			for _, pattern := range v.Words("patterns") {
				title := func(what string) string { return fmt.Sprintf("%s, %s, %s flows", what, network, pattern) }
				queue := experiment.Chart{Name: fmt.Sprintf("queue_%s_%s", network, pattern), Title: title("Hot queue"),
					X: "time, ms", Y: "mean length in 1 ms, KB"}
				held := experiment.Chart{Name: fmt.Sprintf("held_%s_%s", network, pattern), Title: title("Resequencing"),
					X: "time, ms", Y: "mean frames held in 1 ms"}
				for _, mode := range v.Words("modes") {
					r, ok := m.Run(setup{network: network, mode: mode, pattern: pattern, load: hotLoad, file: s.file}.name(),
						m.Seeds()[0])
					if !ok {
						continue
					}
					x := run{r}
					if len(n.Hot) > 0 {
						queue.Lines = append(queue.Lines, over(1, mode, x.queue(0)))
					}
					held.Lines = append(held.Lines, over(x.spec().from+1, mode, x.held()))
					charts = append(charts, rates(x, n, fmt.Sprintf("rates_%s_%s_%s", network, mode, pattern), title("Rates, "+mode)))
				}
				charts = append(charts, queue, held)
			}
		}
		return charts, nil
	}
}

// rates are those of the flows of a run, from the millisecond on from which is
// measured.
func rates(r run, n *graph.Network, name, title string) experiment.Chart {
	c := experiment.Chart{Name: name, Title: title, X: "time, ms", Y: "mean rate in 1 ms, MB/s"}
	for _, f := range r.flows() {
		y := r.steps(flowCounter(f))
		for i := range y {
			y[i] *= frameBytes / 1000.
		}
		c.Lines = append(c.Lines, over(r.spec().from+1, n.Hosts[f.Src].Name, y))
	}
	return c
}

// held are the mean numbers of frames held in all hosts together.
func (r run) held() []float64 {
	list, samples := r.steps("held_sum"), r.steps("host_samples")
	for i := range list {
		list[i] *= float64(len(r.network().Hosts)) / samples[i]
	}
	return list
}

// over is a curve over milliseconds.
func over(first int, name string, y []float64) experiment.Line {
	l := experiment.Line{Name: name, Y: y}
	for i := range y {
		l.X = append(l.X, float64(first+i))
	}
	return l
}
