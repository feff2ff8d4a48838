package speed

import (
	"fmt"
	"slices"

	"culprit.example/culprit/internal/child"
)

// measurement is a design at a load: the processes side by side, the engines
// first.
type measurement struct {
	*bench
	load     float64
	cycles   int
	names    []string
	commands []*child.Command

	sides []*process
	took  []laps
}

// row runs all sides in turns and sums up.
func (m *measurement) row() (*Row, error) {
	stage := fmt.Sprintf("load %g", m.load)
	m.progress(stage, 0, rounds)
	for i, cmd := range m.commands {
		p, err := start(m.names[i], cmd, i >= len(m.options.sides()))
		if err != nil {
			return nil, err
		}
		defer p.end()
		m.sides = append(m.sides, p)
	}
	m.took = make([]laps, len(m.sides))
	if problem, err := m.round(m.subject.warmUp(), false); problem != "" || err != nil {
		return m.broken(problem), err
	}
	for i := range rounds {
		m.progress(stage, i, rounds)
		if problem, err := m.round(m.cycles/rounds, true); problem != "" || err != nil {
			return m.broken(problem), err
		}
	}
	m.progress(stage, rounds, rounds)
	return m.sum()
}

// round has every side run n cycles, and compares what comes out.
func (m *measurement) round(n int, measured bool) (problem string, err error) {
	for i, p := range m.sides {
		r, err := p.run(n)
		if err != nil {
			return "", err
		}
		if measured {
			m.took[i] = append(m.took[i], m.options.lap(r.taken))
		}
	}
	own := m.sides[0].last
	for _, p := range m.sides[1:] {
		r := p.last
		if r.cycle != own.cycle || r.delivered != own.delivered || r.digest != own.digest || r.error != own.error {
			return fmt.Sprintf("the sides differ: %s\n    %s", m.sides[0].outputs(), p.outputs()), nil
		}
	}
	if own.error != 0 {
		return "the traffic has found a mistake of the design: " + m.sides[0].outputs(), nil
	}
	return "", nil
}

func (p *process) outputs() string {
	r := p.last
	return fmt.Sprintf("%s: after %d cycles delivered=%d digest=%#x error=%d", p.name, r.cycle, r.delivered, r.digest,
		r.error)
}

// newRow has what is known before anything is compared.
func (m *measurement) newRow() *Row {
	r := &Row{Design: m.subject.Name, Switches: m.subject.Switches, Load: m.load, Cycles: m.cycles,
		WarmUp: m.subject.warmUp(), ByClock: m.options.byClock()}
	for _, p := range m.programs {
		r.Builds = append(r.Builds, Build{
			Name: p.translation.name, Flags: p.flags, Seconds: p.took.cpu.Seconds(), WallSeconds: p.took.wall.Seconds(),
			PeakBytes: p.peak, LimitHit: p.limited,
		})
	}
	return r
}

func (m *measurement) broken(problem string) *Row {
	r := m.newRow()
	r.Problem = problem
	return r
}

// sum makes the row of what was measured.
func (m *measurement) sum() (*Row, error) {
	r := m.newRow()
	r.Delivered, r.Digest = m.sides[0].last.delivered, m.sides[0].last.digest
	for i, s := range m.took {
		for _, t := range s {
			if t <= 0 {
				return nil, fmt.Errorf("%s: %w", m.names[i], errTooShort)
			}
		}
	}
	r.ElaborationSeconds = m.sides[0].elaborated.cpu.Seconds()
	engines := len(m.options.sides())
	best := 0
	for i := engines; i < len(m.sides); i++ {
		side := m.side(i)
		b := r.build(side.Name)
		b.CyclesPerSecond = side.CyclesPerSecond
		if r.Verilator == nil || side.CyclesPerSecond.Median > r.Verilator.CyclesPerSecond.Median {
			side.FirstCycleSeconds += b.Seconds
			side.FirstCycleWallSeconds += b.WallSeconds
			best, r.Verilator = i, side
		}
	}
	sides := m.options.sides()
	for i := range engines {
		side := m.side(i)
		side.Without = sides[i].Without
		if first := slices.IndexFunc(sides, func(e Engine) bool { return e.Threads == sides[i].Threads }); first != i {
			relative := ratios(m.took[i], m.took[first])
			side.Relative = &relative
		}
		if r.Verilator != nil {
			ratio := ratios(m.took[best], m.took[i])
			side.Ratio = &ratio
		}
		r.Engines = append(r.Engines, side)
	}
	for _, side := range r.sides() {
		side.sumUp(r.Switches)
	}
	return r, nil
}

// side is what the process itself has measured.
func (m *measurement) side(i int) *Side {
	p := m.sides[i]
	return &Side{
		Name:                  p.name,
		CyclesPerSecond:       m.took[i].rates(m.cycles / rounds),
		FirstCycleSeconds:     p.built.cpu.Seconds(),
		FirstCycleWallSeconds: p.built.wall.Seconds(),
		PeakBytes:             p.last.peak,
	}
}

func (r *Row) build(name string) *Build {
	for i := range r.Builds {
		if r.Builds[i].Name == name {
			return &r.Builds[i]
		}
	}
	panic("BUG: nobody has built " + name)
}
