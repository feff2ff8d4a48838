package trees

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

// TestXoffsAreObeyed loses Xoffs and Xons on the links: what the switches have told and what
// the other ends know of it are no longer the same, which the audit reports of a link to a
// switch and of one to a node.
func TestXoffsAreObeyed(t *testing.T) {
	t.Parallel()
	for _, n := range auditedNetworks() {
		if n.SAQs == 0 {
			continue
		}
		r := audited(t, newLab().NewMachine(), n, 1, &experiment.Fault{Kind: "message_loss", Rate: 0.01})
		ofNode, ofSwitch := 0, 0
		for _, v := range r.Violations {
			if strings.Contains(v.What, "Xoffs: what is obeyed is not what was said") {
				if strings.HasPrefix(v.Where, "link node") {
					ofNode++
				} else {
					ofSwitch++
				}
			}
		}
		assert.Assert(t, ofNode > 0 && ofSwitch > 0, "%s: %v", n.Name(), r.Violations)
	}
}
