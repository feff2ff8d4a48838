package trees

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// uniformCharts are RECN-IQ Figure 6 for each size of network, and what RECN-DD
// shows at full load.
func uniformCharts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		var list []experiment.Chart
		for _, nodes := range v.Ints("nodes") {
			title := fmt.Sprintf("%d nodes, uniform traffic", nodes)
			thr := experiment.Chart{Name: fmt.Sprintf("throughput-%d", nodes), Title: title, X: "offered load (of a full link)",
				Y: "throughput (of a full link)", YMax: 1, Of: experiment.OfRate}
			lat := experiment.Chart{Name: fmt.Sprintf("latency-%d", nodes), Title: title, X: thr.X,
				Y: "mean latency (packet times)", LogY: true, Of: experiment.OfMean}
			for _, saqs := range uniformSAQs(v) {
				curves(v, m, &thr, &lat, recnIQ(nodes, saqs, curveRule(v)))
			}
			if len(thr.Lines) > 0 {
				list = append(list, thr, lat)
			}
			compare := comparison(m, v, nodes, func(n Network) setup { return n.setup(1) })
			compare.Title = title + ", load 1"
			list = append(list, compare)
			list = append(list, schemeCharts(v, m, nodes, title)...)
			list = append(list, saqChart(m, fmt.Sprintf("active-saqs-%d", nodes), title+", load 1", nodes, uniformSAQs(v),
				dd)...)
			list = append(list, egressChart(v, m, nodes, title)...)
		}
		return list, nil
	}
}

// curves adds the throughput and the latency of a network over the load.
func curves(v experiment.Values, m *experiment.Measured, thr, lat *experiment.Chart, s setup) {
	at := func(load float64) string { return s.at(load).String() }
	name := Network{Scheme: s.scheme, SAQs: s.saqs}.Name()
	thr.Curve(m, name, v.Floats("loads"), at, each(run.throughput))
	lat.Curve(m, name, v.Floats("loads"), at, each(func(r run) float64 { return r.result.Latency() }))
}

// schemeCharts compare the schemes over the load, each with its memory.
func schemeCharts(v experiment.Values, m *experiment.Measured, nodes int, title string) []experiment.Chart {
	thr := experiment.Chart{Name: fmt.Sprintf("schemes-throughput-%d", nodes), Title: title,
		X: "offered load (of a full link)", Y: "throughput (of a full link)", YMax: 1, Of: experiment.OfRate}
	lat := experiment.Chart{Name: fmt.Sprintf("schemes-latency-%d", nodes), Title: title, X: thr.X,
		Y: "mean latency (packet times)", LogY: true, Of: experiment.OfMean}
	for _, s := range []setup{dd(nodes, referenceSAQs), other(VOQsw, nodes), other(VOQnet, nodes),
		other(RECNCIOQ, nodes)} {
		curves(v, m, &thr, &lat, s)
		if n := len(thr.Lines); n > 0 {
			name := Network{Scheme: s.scheme, SAQs: s.saqs}.Name()
			if thr.Lines[n-1].Name == name {
				name += ", " + memoryOf(s.scheme, nodes, v.Int("slots"))
				thr.Lines[n-1].Name, lat.Lines[n-1].Name = name, name
			}
		}
	}
	if len(thr.Lines) < 2 {
		return nil
	}
	return []experiment.Chart{thr, lat}
}

// memoryOf is the packet memory of a port, for people.
func memoryOf(scheme string, nodes, slots int) string {
	switch scheme {
	case VOQnet:
		const depth = 4 // of each queue: the default of fabric_tree
		return fmt.Sprintf("%d slots", nodes*depth)
	case RECNCIOQ:
		return fmt.Sprintf("%d + %d slots", slots, slots)
	}
	return fmt.Sprintf("%d slots", slots)
}

// uniformSAQs are the numbers of SAQs that RECN-IQ is run with.
func uniformSAQs(v experiment.Values) []int {
	if !slices.Contains(v.Words("schemes"), RECNIQ) {
		return nil
	}
	return v.Ints("saqs")
}

// comparison has a bar for each kind of switch.
func comparison(m *experiment.Measured, v experiment.Values, nodes int, at func(Network) setup) experiment.Chart {
	c := experiment.Chart{Name: fmt.Sprintf("schemes-%d", nodes), Y: "throughput (of a full link)", YMax: 1}
	list, err := networks(v, nodes)
	if err != nil {
		panic("BUG: the plan has networks that its charts do not: " + err.Error())
	}
	for _, n := range list {
		if n.Variant != "" || n.setup(1).hasRule() && n.Rule != curveRule(v) {
			continue
		}
		if y, ok := m.Mean(at(n).String(), each(run.throughput)); ok {
			c.Bars = append(c.Bars, experiment.Bar{Name: n.Name(), Height: y})
		}
	}
	return c
}

// saqChart shows how many SAQs are in use, as shares of the samples.
func saqChart(m *experiment.Measured, name, title string, nodes int, saqs []int,
	at func(nodes, saqs int) setup) []experiment.Chart {
	c := experiment.Chart{Name: name, Title: title, X: "active SAQs of an input port", Y: "share of the time", YMax: 1}
	for _, s := range saqs {
		if s == 0 {
			continue
		}
		l := experiment.Line{Name: Network{Scheme: RECNIQ, SAQs: s}.Name()}
		for k := range s + 1 {
			if y, ok := m.Mean(at(nodes, s).String(),
				each(func(r run) float64 { return shareWith(r.result.AllLevels(), k) })); ok {
				l.X, l.Y = append(l.X, float64(k)), append(l.Y, y)
			}
		}
		if len(l.X) > 0 {
			c.Lines = append(c.Lines, l)
		}
	}
	if len(c.Lines) == 0 {
		return nil
	}
	return []experiment.Chart{c}
}

// egressChart shows how many SAQs are in use at the output sides: lines of the CAM for
// RECN-IQ, whose outputs have no queues.
func egressChart(v experiment.Values, m *experiment.Measured, nodes int, title string) []experiment.Chart {
	c := experiment.Chart{Name: fmt.Sprintf("egress-%d", nodes), Title: title, X: "offered load (of a full link)",
		Y: "SAQs of an output port in use, mean"}
	runs := []setup{other(RECNCIOQ, nodes)}
	for _, saqs := range uniformSAQs(v) {
		if saqs > 0 {
			runs = append(runs, recnIQ(nodes, saqs, curveRule(v)))
		}
	}
	for _, s := range runs {
		c.Curve(m, Network{Scheme: s.scheme, SAQs: s.saqs}.Name(), v.Floats("loads"),
			func(load float64) string { return s.at(load).String() },
			each(func(r run) float64 { return r.result.AllLevels().MeanLines() }))
	}
	if len(c.Lines) == 0 {
		return nil
	}
	return []experiment.Chart{c}
}

// shareWith is the share of the samples with k valid SAQs.
func shareWith(l Level, k int) float64 {
	looks := l.looks()
	if k >= len(l.SAQHistogram) || looks == 0 {
		return 0
	}
	return float64(l.SAQHistogram[k]) / looks
}

// hotCharts are RECN-IQ Figure 7 for each size of network, with the other
// schemes in a figure of their own.
func hotCharts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		var list []experiment.Chart
		for _, nodes := range v.Ints("nodes") {
			title := fmt.Sprintf("%d nodes, %s %% of all packets to node %s in the shaded time", nodes, v.Word("hot_percent"),
				v.Word("hot_node"))
			own := overTime(fmt.Sprintf("efficiency-%d", nodes), title, v)
			others := overTime(fmt.Sprintf("schemes-%d", nodes), title, v)
			nets, err := networks(v, nodes)
			if err != nil {
				return nil, err
			}
			loads := v.Floats("loads")
			highest := loads[len(loads)-1]
			for _, n := range nets {
				s := n.setup(highest).hotspot().with(n.Variant)
				if n.Variant != "" || s.hasRule() && n.Rule != curveRule(v) {
					continue
				}
				if n.Scheme == RECNIQ {
					trace(&own, m, n.Name(), s)
				}
				if n.Scheme != RECNIQ || n.SAQs == 0 || n.SAQs == referenceSAQs {
					trace(&others, m, n.Name(), s)
				}
			}
			for _, c := range []experiment.Chart{own, others} {
				if len(c.Lines) > 0 {
					list = append(list, c)
				}
			}
			at := func(nodes, saqs int) setup { return dd(nodes, saqs).at(highest).hotspot() }
			list = append(list, saqChart(m, fmt.Sprintf("active-saqs-%d", nodes), fmt.Sprintf("%d nodes, hot phase", nodes),
				nodes, uniformSAQs(v), at)...)
		}
		return list, nil
	}
}

func overTime(name, title string, v experiment.Values) experiment.Chart {
	return experiment.Chart{Name: name, Title: title, X: "time (packet times of 8 cycles)",
		Y: "throughput (of a full link)", YMax: 1,
		Shade: [2]float64{0, v.Float("hot_cycles") / CyclesPerPacket}}
}

// trace adds the curve of a run, the mean over the seeds.
func trace(c *experiment.Chart, m *experiment.Measured, name string, s setup) {
	first, ok := m.Run(s.String(), m.Seeds()[0])
	if !ok {
		return
	}
	r := runOf(first)
	l := experiment.Line{Name: name}
	for i := range r.result.Delivered {
		y, _ := m.Mean(s.String(), each(func(r run) float64 { return r.result.Trace(r.point)[i] }))
		l.X, l.Y = append(l.X, (float64(i)+0.5)*float64(r.point.Interval)), append(l.Y, y)
	}
	c.Lines = append(c.Lines, l)
}

// memoryCharts show queues and memory over the ports and over the nodes.
func memoryCharts(s sizes, ports, nodes []int) []experiment.Chart {
	queues := experiment.Chart{Name: "queues", Title: fmt.Sprintf("Queues per switch, %d nodes", s.nodes), X: "ports",
		Y: "queues", LogX: true, LogY: true}
	slots := experiment.Chart{Name: "memory", Title: fmt.Sprintf("Memory per switch of %d ports", s.ports),
		X: "nodes of the network", Y: "packet slots", LogX: true, LogY: true}
	for _, o := range organisations {
		q, l := experiment.Line{Name: o.name}, experiment.Line{Name: o.name}
		for _, n := range ports {
			t := s
			t.ports = n
			q.X, q.Y = append(q.X, float64(n)), append(q.Y, float64(o.need(t).queues))
		}
		for _, n := range nodes {
			t := s
			t.nodes = n
			l.X, l.Y = append(l.X, float64(n)), append(l.Y, float64(o.need(t).slots))
		}
		queues.Lines, slots.Lines = append(queues.Lines, q), append(slots.Lines, l)
	}
	return []experiment.Chart{queues, slots}
}
