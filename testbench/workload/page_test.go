package workload

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// TestGoldenPage keeps docs/workloads.md equal to the patterns and distributions in the code.
func TestGoldenPage(t *testing.T) {
	const path = "../../docs/workloads.md"
	want := page()
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(path, []byte(want), 0o644))
	}
	have, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Equal(t, string(have), want, "docs/workloads.md is not current: run make update")
}

const pageHead = `# Workloads

A workload is a text: each line is a pattern with its keys, or a comment that begins with #. All lines send at the same time.

    # an incast in the background of small messages
    uniform load=0.3 bytes=512
    incast to=0 degree=15 bytes=16384 at=4000 spread=200

Times are packet times of 8 cycles. A packet has 64 bytes on the link, its header included; a message of n bytes is n/64 packets, rounded up. Where a network has
larger packets ([compare.md](compare.md)), a message has as many of them, and a packet time is the time of one.

- A pattern with a load is open: in each cycle every node begins a message with the same probability. So the gaps are
  geometric, as Poisson arrivals are in whole cycles. The load counts bytes on the link.
- The others are closed: a message waits for those that it depends on.
- Queues in front of the nodes have no bound. A node serves its messages in turn, one packet of each. Each node makes its packets in a cycle of the packet time that is drawn for the seed.
- Messages, sizes and times depend on the text and the seed alone. Each line has random numbers of its own.

`

func page() string {
	var b strings.Builder
	b.WriteString(pageHead)
	b.WriteString("| pattern | who sends to whom | key | meaning | values | default |\n|---|---|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(patterns)) {
		p := patterns[name]
		first, doc := name, p.doc
		for _, k := range p.keys {
			span, otherwise := k.span(), number(k.otherwise)
			switch {
			case k.name == keySizes:
				span, otherwise = "a name of the table below", ""
			case k.required:
				otherwise = "none: it must be given"
			}
			fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s | %s |\n", first, doc, k.name, k.doc, span, otherwise)
			first, doc = "", ""
		}
	}
	b.WriteString("\nSizes are drawn by linear interpolation between the published points. `cut` makes larger messages as large as itself.\n\n")
	b.WriteString("| sizes | source | mean, packets | mean with cut=65536 |\n|---|---|---:|---:|\n")
	for _, name := range slices.Sorted(maps.Keys(distributions)) {
		d := distributions[name]
		fmt.Fprintf(&b, "| %s | %s | %.1f | %.1f |\n", name, d.source, d.mean(), d.upTo(65536).mean())
	}
	return b.String()
}
