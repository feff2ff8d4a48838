package tiers

import (
	"flag"
	"testing"

	"gotest.tools/v3/assert"
)

// TestFlags: what is given counts, and the usual values without it.
func TestFlags(t *testing.T) {
	set := func(name, value string) {
		t.Helper()
		was := flag.Lookup(name).Value.String()
		assert.NilError(t, flag.Set(name, value))
		t.Cleanup(func() { assert.NilError(t, flag.Set(name, was)) })
	}
	set("test.short", "false")
	from, to := Seeds(100, 6)
	assert.Equal(t, [2]uint64{from, to}, [2]uint64{100, 106})
	set("test.short", "true")
	from, to = Seeds(100, 4)
	assert.Equal(t, [2]uint64{from, to}, [2]uint64{100, 102})
	assert.Equal(t, Seed(5), uint64(5))
	assert.Equal(t, Cycles(6000), 6000)
	assert.Assert(t, !Soak() && !All())
	set("culprit.seed", "7")
	set("culprit.cases", "3")
	set("culprit.cycles", "2000000")
	set("culprit.all", "true")
	from, to = Seeds(100, 6)
	assert.Equal(t, [2]uint64{from, to}, [2]uint64{7, 10})
	assert.Equal(t, Seed(5), uint64(7))
	assert.Equal(t, Cycles(6000), 2_000_000)
	assert.Assert(t, Soak() && All())
}

// TestLeftOut: -short leaves out what needs tools or takes long, and nothing does so without it.
func TestLeftOut(t *testing.T) {
	was := flag.Lookup("test.short").Value.String()
	defer func() { assert.NilError(t, flag.Set("test.short", was)) }()
	for _, short := range []string{"true", "false"} {
		assert.NilError(t, flag.Set("test.short", short))
		for name, leave := range map[string]func(testing.TB){
			"tools": func(t testing.TB) { Tools(t, "verilator", "icarus") },
			"long":  func(t testing.TB) { Long(t, "everything") },
		} {
			skipped := false
			t.Run(name, func(t *testing.T) {
				defer func() { skipped = t.Skipped() }()
				leave(t)
			})
			assert.Equal(t, skipped, short == "true", "%s -short=%s", name, short)
		}
		assert.Equal(t, len(Outside("icarus")) == 0, short == "true", "-short=%s", short)
	}
}
