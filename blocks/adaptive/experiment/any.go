package experiment

import (
	"fmt"

	"culprit.example/culprit/testbench/experiment"
)

// anyNetwork are claims that do not depend on the network, for those of a file: every
// flow is served, and congestion management holds the hot queues.
func (s subject) anyNetwork(v experiment.Values, patterns []string, loads []float64, span string) []experiment.Claim {
	if s.file == "" {
		return nil
	}
	setups, err := s.setups(v, patterns, loads)
	if err != nil {
		panic("BUG: the runs are planned already: " + err.Error())
	}
	var claims []experiment.Claim
	for _, network := range v.Words("networks") {
		served := s.claim("N1-"+network, "every flow is served", span)
		held := s.claim("N2-"+network, "congestion management keeps the hot queues short", span)
		for _, u := range setups {
			if u.network != network {
				continue
			}
			add := func(c *experiment.Claim, what string, f func(run) float64, b experiment.Bound, m *experiment.Mutant) {
				c.Conditions = append(c.Conditions, experiment.Condition{What: fmt.Sprintf("%s, %s, %s, load %g", what, u.mode,
					u.pattern, u.load), Value: of(u, f), Bound: b})
				if len(c.Mutants) == 0 {
					c.Mutants = trial(m, u)
				}
			}
			add(&served, "slowest flow, MB/s", run.slowest, experiment.Above(0), halted)
			for q := range s.network(network).Hot {
				if u.mode != "none" {
					add(&held, fmt.Sprintf("mean length of hot queue %d, KB", q+1), func(r run) float64 { return meanQueue(q)(r) },
						experiment.AtMost(45), unmanaged)
				}
			}
		}
		claims = append(claims, served)
		if len(held.Conditions) > 0 {
			claims = append(claims, held)
		}
	}
	return claims
}

func (s subject) claim(id, text, span string) experiment.Claim {
	return experiment.Claim{ID: id, Source: "any network", Text: text, Origin: experiment.Model,
		SetUp: fmt.Sprintf("network of %s, %s", s.file, span)}
}
