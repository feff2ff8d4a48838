package bench

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutant"
)

// control is what the control of hot outputs costs.
type control struct {
	meanGrant    float64 // segments
	onlyRequests int     // messages without payload that carry a request
	share        float64 // of the hot outputs' words, messages without payload
	received     int     // cells, by the hot outputs
}

// hotControl runs 16 nodes, of which two are offered 2.5 times what they can take.
func hotControl(t *testing.T, packet int, mistake func(*ir.Design) error) control {
	t.Helper()
	params := map[string]int{"scheme": 2, "lf": 110, "g": 128, "b_reasm": 13107, "fc_init": 900, "slots_out": 1024,
		"voq": 1024, "max_p": packet}
	s := simulate(t, params, map[string]int{
		"seed": 3, "start": 1 << 18, "stop": 1 << 20, "hot_rate": 1<<15 + 1<<14, "hot_mask": 1, "enable": 1, "reserve": 1,
		"grant_rate": 160,
	}, mistake)
	const nodes, hot, warmup, cycles = 16, 2, 5000, 20_000
	type node struct{ granted, count, sends, payload, req, flow func() int }
	var list []node
	for i := range nodes {
		at := func(name string) func() int { return s.Probe(fmt.Sprintf("node_%d.nic.%s", i, name)) }
		list = append(list, node{at("arbiter.gnt_valid"), at("arbiter.gnt_count"), at("ingress.send"), at("ingress.payload"),
			at("ingress.req"), at("ingress.flow_q")})
	}
	var c control
	grants, segments, messages, words := 0, 0, 0, 0
	for cycle := range cycles {
		s.Engine.Eval()
		for i, n := range list {
			if cycle < warmup {
				break
			}
			if i < hot && n.granted() == 1 {
				grants++
				segments += n.count()
			}
			if n.sends() == 0 || n.flow() >= hot {
				continue
			}
			words++
			if n.payload() == 0 {
				messages++
				if n.req() > 0 {
					c.onlyRequests++
				}
			}
		}
		s.Engine.Step()
	}
	if mistake == nil {
		s.IsSound()
	}
	c.received = words - messages
	c.meanGrant, c.share = float64(segments)/float64(grants), float64(messages)/float64(words)
	t.Logf("%+v", c)
	return c
}

// TestHotGrants is row G27: the requests of saturated flows travel in the headers of
// their segments, so they cost nothing, and become as large as grants may be.
func TestHotGrants(t *testing.T) {
	tiers.Long(t, "grants of hot outputs")
	t.Parallel()
	for _, packet := range []int{1, 64} {
		t.Run(fmt.Sprint("packets of ", packet), func(t *testing.T) {
			t.Parallel()
			c := hotControl(t, packet, nil)
			assert.Equal(t, c.onlyRequests, 0)
			assert.Assert(t, c.meanGrant >= 64, "mean grant of a hot output: %.1f, G = 128", c.meanGrant)
			assert.Assert(t, packet == 1 || c.share < 0.01, "messages without payload: %.4f of the words", c.share)
			assert.Assert(t, c.received > 20000, "%d cells", c.received)
		})
	}
	t.Run("requests by messages only", func(t *testing.T) {
		t.Parallel()
		c := hotControl(t, 1, mutant.InModule("reqgrant_ingress", alone))
		assert.Assert(t, c.onlyRequests > 0)
	})
}

// alone has segments carry no request, and messages without payload carry them instead.
func alone(m *ir.Module) error {
	for _, wire := range []string{"req", "req_packets"} {
		if err := mutant.SwapMux(wire, 0)(m); err != nil {
			return err
		}
	}
	return nil
}
