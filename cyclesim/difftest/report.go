package difftest

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/verilog"
)

// Report is a failing case as text: what differs, how to keep the case as a
// test, the case itself and its Verilog.
func Report(c *Case, d Difference, engine, reference string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d: engine %s differs from %s: %s\n\n", c.Seed, engine, reference, d)
	fmt.Fprintf(&b, "# Save this as cyclesim/difftest/testdata/NAME.txt, with a comment that says what went wrong:\n"+
		"# TestFiles replays it on all engines.\n%s\n", c.Text())
	b.WriteString("// The same in Verilog:\n\n")
	out, err := verilog.Emit(c.Design, verilog.Options{})
	if err != nil {
		fmt.Fprintf(&b, "// (cannot be written: %v)\n", err)
		return b.String()
	}
	for _, f := range out.SimulationFiles() {
		b.Write(f.Data)
		b.WriteByte('\n')
	}
	return b.String()
}
