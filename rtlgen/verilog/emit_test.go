package verilog_test

import (
	"testing"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/verilog"
)

// styles are the reset styles, and the choices of what is reset.
func styles() map[string]verilog.Options {
	all := map[string]verilog.Options{}
	for name, o := range map[string][2]bool{"sync_high": {false, false}, "sync_low": {false, true},
		"async_high": {true, false}, "async_low": {true, true}} {
		all[name] = verilog.Options{AsyncReset: o[0], ResetActiveLow: o[1], Positions: true}
	}
	all["control"] = verilog.Options{Resets: verilog.ResetControl}
	all["all"] = verilog.Options{Resets: verilog.ResetAll}
	all["async_all"] = verilog.Options{Resets: verilog.ResetAll, AsyncReset: true, ResetActiveLow: true}
	return all
}

func TestLint(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	for name, m := range zoo() {
		t.Run(name, func(t *testing.T) {
			d := elaborate(t, m)
			t.Parallel()
			for style, o := range styles() {
				if style != "sync_high" && !o.NeedsReset(d.Top) {
					continue // nothing would be different
				}
				t.Run(style, func(t *testing.T) {
					t.Parallel()
					lint(t, d, o)
				})
			}
		})
	}
}

func TestSimulation(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	for name, m := range zoo() {
		t.Run(name, func(t *testing.T) {
			d := elaborate(t, m)
			t.Parallel()
			compare(t, d, verilog.DefaultOptions(), 300, 1)
		})
	}
}

// TestResetStyles simulates state of all kinds, and data registers, with every
// reset.
func TestResetStyles(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	for style, o := range styles() {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			compare(t, elaborate(t, statements()), o, 100, 3)
			compare(t, elaborate(t, noReset()), o, 100, 3)
		})
	}
}
