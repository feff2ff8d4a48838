package library_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
)

// TestClaims: each bound of each claim says where it comes from, and keeps to the number of
// the paper; each difference has a mutant, or a test. The claims depend on settings, so
// these are planned: the defaults, the complete set of figures, all sizes, each word of a
// setting, and something blocked.
func TestClaims(t *testing.T) {
	t.Parallel()
	for _, e := range families.Experiments() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			for _, given := range claimSettings(e) {
				claims := experimenttest.Plan(t, e, given).Claims
				assert.Assert(t, len(claims) > 0, "%v", given)
				experimenttest.CanFail(t, "../..", claims)
			}
		})
	}
}

func claimSettings(e *experiment.Experiment) []map[string]string {
	list := []map[string]string{nil, e.Full()}
	for _, s := range e.Settings {
		switch {
		case s.Name == "fault":
		case s.Name == "blocked" && s.Free != "":
			list = append(list, map[string]string{"blocked": "H4"}, map[string]string{"blocked": "H4", "blocked_to": "600"})
		case s.List && len(s.Words) > 0:
			list = append(list, map[string]string{s.Name: strings.Join(s.Words, ",")})
		default:
			for _, word := range s.Words {
				list = append(list, map[string]string{s.Name: word})
			}
		}
	}
	return list
}
