package extsim

import (
	"context"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/child"
)

// TestRun gives the output of a simulation to the reader.
func TestRun(t *testing.T) {
	const mismatch = "MISMATCH cycle 7 port q expected 0f got 0X known ff\n"
	for _, c := range []struct {
		name, text, want string // error, "" if none
		status           string
		result           Result
	}{
		{name: "pass", text: "hello\nPASS box: 9 cycles\n"},
		{name: "mismatch", text: mismatch + "FAIL box: outputs differ\n",
			result: Result{Mismatches: []Mismatch{{7, "q", "0x"}}}},
		{name: "assertion", text: "RTLGEN_ASSERT TOP.box_tb.tb_dut.u_1.fifo full fails at time 105\n" +
			"RTLGEN_ASSERT TOP.box_tb.tb_dut.u_1.fifo full fails at time 115\nRTLGEN_ASSERT box_tb.tb_dut ok fails at time 35\nPASS box: 9 cycles\n",
			result: Result{Broken: []Broken{{"u_1.fifo", "full", 7, 2}, {"", "ok", 0, 1}}}},
		{name: "assertion in a copy",
			text:   "RTLGEN_ASSERT TOP.box_tb.tb_dut.u[12].u_.fifo full fails at time 105\nPASS box: 9 cycles\n",
			result: Result{Broken: []Broken{{"u_12.fifo", "full", 7, 1}}}},
		{name: "no verdict", text: "segmentation mutant\n",
			want: "the simulation of box ended without a verdict (<nil>):\nsegmentation mutant"},
		{name: "failed", text: "PASS box: 9 cycles\n", status: "3", want: "ended without a verdict (exit status 3)"},
		{name: "other length", text: "PASS box: 8 cycles\n", want: "ended after 0 mismatches with: PASS box: 8 cycles"},
		{name: "other block", text: "PASS fox: 9 cycles\n", want: "ended after 0 mismatches with: PASS fox: 9 cycles"},
		{name: "contradiction", text: mismatch + "PASS box: 9 cycles\n",
			want:   "ended after 1 mismatches with: PASS box: 9 cycles",
			result: Result{Mismatches: []Mismatch{{7, "q", "0x"}}}},
		{name: "vectors", text: "FAIL box: cannot open the file\n", want: "with: FAIL box: cannot open the file"},
		{name: "strange mismatch", text: "MISMATCH in cycle 7\n", want: `cannot understand "MISMATCH in cycle 7"`},
		{name: "strange assertion", text: "RTLGEN_ASSERT failed\n", want: `cannot understand "RTLGEN_ASSERT failed"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r Result
			if c.status == "" {
				c.status = "0"
			}
			cmd := child.New(context.Background(), "/bin/sh", "-c", "cat; exit "+c.status)
			cmd.Stdin = strings.NewReader(c.text)
			err := r.run(cmd, "box", 3, 9)
			if c.want == "" {
				assert.NilError(t, err)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
			assert.DeepEqual(t, r, c.result)
		})
	}
}

func TestOlder(t *testing.T) {
	for _, c := range []struct {
		version, minimum string
		want             bool
	}{
		{"5.006", "5.000", false}, {"5.000", "5.000", false}, {"4.228", "5.000", true}, {"11.0", "11", false},
		{"12", "11", false},
		{"10.3", "11", true}, {"0.9+4052", "0.23", true}, {"0.23", "0.23", false}, {"11", "11.0.1", true},
		{"v12-branch", "11", false},
	} {
		assert.Equal(t, Older(c.version, c.minimum), c.want, "%s %s", c.version, c.minimum)
	}
}
