package experiment

import (
	"fmt"
	"slices"
)

// uniformCharts are RECN-IQ Figure 6 for each size of network, and what RECN-DD
// shows at full load.
func uniformCharts(v Values) func(*measured) ([]chart, error) {
	return func(m *measured) ([]chart, error) {
		var list []chart
		for _, nodes := range v.ints("nodes") {
			title := fmt.Sprintf("%d nodes, uniform traffic", nodes)
			thr := chart{name: fmt.Sprintf("throughput-%d", nodes), title: title, x: "offered load (of a full link)", y: "throughput (of a full link)", yMax: 1}
			lat := chart{name: fmt.Sprintf("latency-%d", nodes), title: title, x: thr.x, y: "mean latency (packet times)", logY: true}
			for _, saqs := range uniformSAQs(v) {
				at := func(load float64) setup { return setup{nodes, RECNIQ, saqs, load, false} }
				name := Network{Scheme: RECNIQ, SAQs: saqs}.Name()
				thr.curve(m, name, v.floats("loads"), at, run.throughput)
				lat.curve(m, name, v.floats("loads"), at, func(r run) float64 { return r.result.Latency() })
			}
			if len(thr.lines) > 0 {
				list = append(list, thr, lat)
			}
			compare := comparison(m, v, nodes, func(n Network) setup { return setup{nodes, n.Scheme, n.SAQs, 1, false} })
			compare.title = title + ", load 1"
			list = append(list, compare)
			list = append(list, saqChart(m, fmt.Sprintf("active-saqs-%d", nodes), title+", load 1", nodes, uniformSAQs(v), saturated)...)
		}
		return list, nil
	}
}

// uniformSAQs are the numbers of SAQs that RECN-IQ is run with.
func uniformSAQs(v Values) []int {
	if !slices.Contains(v.words("schemes"), RECNIQ) {
		return nil
	}
	return v.ints("saqs")
}

// curve adds a line of means over the seeds.
func (c *chart) curve(m *measured, name string, xs []float64, at func(x float64) setup, of func(run) float64) {
	l := line{name: name}
	for _, x := range xs {
		if y, ok := m.mean(at(x), of); ok {
			l.x, l.y = append(l.x, x), append(l.y, y)
		}
	}
	if len(l.x) > 0 {
		c.lines = append(c.lines, l)
	}
}

// comparison has a bar for each kind of switch.
func comparison(m *measured, v Values, nodes int, at func(Network) setup) chart {
	c := chart{name: fmt.Sprintf("schemes-%d", nodes), y: "throughput (of a full link)", yMax: 1}
	list, err := networks(v, nodes)
	if err != nil {
		panic("BUG: the plan has networks that its charts do not: " + err.Error())
	}
	for _, n := range list {
		if y, ok := m.mean(at(n), run.throughput); ok {
			c.bars = append(c.bars, bar{n.Name(), y})
		}
	}
	return c
}

// saqChart shows how many SAQs are in use, as shares of the samples.
func saqChart(m *measured, name, title string, nodes int, saqs []int, at func(nodes, saqs int) setup) []chart {
	c := chart{name: name, title: title, x: "active SAQs of an input port", y: "share of the time", yMax: 1}
	for _, s := range saqs {
		if s == 0 {
			continue
		}
		l := line{name: Network{Scheme: RECNIQ, SAQs: s}.Name()}
		for k := range s + 1 {
			if y, ok := m.mean(at(nodes, s), func(r run) float64 { return shareWith(r.result.AllLevels(), k) }); ok {
				l.x, l.y = append(l.x, float64(k)), append(l.y, y)
			}
		}
		if len(l.x) > 0 {
			c.lines = append(c.lines, l)
		}
	}
	if len(c.lines) == 0 {
		return nil
	}
	return []chart{c}
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
func hotCharts(v Values) func(*measured) ([]chart, error) {
	return func(m *measured) ([]chart, error) {
		var list []chart
		for _, nodes := range v.ints("nodes") {
			title := fmt.Sprintf("%d nodes, %s %% of all packets to node %s in the shaded time", nodes, v.word("hot_percent"), v.word("hot_node"))
			own := overTime(fmt.Sprintf("efficiency-%d", nodes), title, v)
			others := overTime(fmt.Sprintf("schemes-%d", nodes), title, v)
			nets, err := networks(v, nodes)
			if err != nil {
				return nil, err
			}
			for _, n := range nets {
				s := hotSetup(nodes, n.Scheme, n.SAQs, v.float("load"))
				if n.Scheme == RECNIQ {
					own.trace(m, n.Name(), s)
				}
				if n.Scheme != RECNIQ || n.SAQs == 0 || n.SAQs == referenceSAQs {
					others.trace(m, n.Name(), s)
				}
			}
			for _, c := range []chart{own, others} {
				if len(c.lines) > 0 {
					list = append(list, c)
				}
			}
			at := func(nodes, saqs int) setup { return hotSetup(nodes, RECNIQ, saqs, v.float("load")) }
			list = append(list, saqChart(m, fmt.Sprintf("active-saqs-%d", nodes), fmt.Sprintf("%d nodes, hot phase", nodes), nodes, uniformSAQs(v), at)...)
		}
		return list, nil
	}
}

func overTime(name, title string, v Values) chart {
	return chart{name: name, title: title, x: "time (packet times of 8 cycles)", y: "throughput (of a full link)", yMax: 1,
		shade: [2]float64{0, v.float("hot_cycles") / CyclesPerPacket}}
}

// trace adds the curve of a run, the mean over the seeds.
func (c *chart) trace(m *measured, name string, s setup) {
	r, ok := m.run(s, m.plan.seeds[0])
	if !ok {
		return
	}
	l := line{name: name}
	for i := range r.result.Delivered {
		y, _ := m.mean(s, func(r run) float64 { return r.result.Trace(r.point)[i] })
		l.x, l.y = append(l.x, (float64(i)+0.5)*float64(r.point.Interval)), append(l.y, y)
	}
	c.lines = append(c.lines, l)
}

// memoryCharts show queues and memory over the ports and over the nodes.
func memoryCharts(s sizes, ports, nodes []int) []chart {
	queues := chart{name: "queues", title: fmt.Sprintf("Queues per switch, %d nodes", s.nodes), x: "ports", y: "queues", logX: true, logY: true}
	slots := chart{name: "memory", title: fmt.Sprintf("Memory per switch of %d ports", s.ports), x: "nodes of the network", y: "packet slots", logX: true, logY: true}
	for _, o := range organisations {
		q, l := line{name: o.name}, line{name: o.name}
		for _, n := range ports {
			t := s
			t.ports = n
			q.x, q.y = append(q.x, float64(n)), append(q.y, float64(o.need(t).queues))
		}
		for _, n := range nodes {
			t := s
			t.nodes = n
			l.x, l.y = append(l.x, float64(n)), append(l.y, float64(o.need(t).slots))
		}
		queues.lines, slots.lines = append(queues.lines, q), append(slots.lines, l)
	}
	return []chart{queues, slots}
}
