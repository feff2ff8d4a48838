package cyclesim_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// limitedVariable has this program run as a process that the system gives less than usual: how much less, its
// value says.
const limitedVariable = "CULPRIT_TEST_LIMITED"

// small is a counter with a wire that no engine keeps.
func small() (*ir.Design, error) {
	m := rtlgen.NewModule("looked_at")
	c := m.Reg("c", 8, 0)
	next := m.Let("next", c.Add(m.Input("a", 8)))
	c.Set(next)
	m.Output("y", c.Value)
	return rtlgen.Elaborate(m)
}

// runLimited prints what engines there are and what each does, then how many simulators can be held, and
// whether there is room again when they are not.
func runLimited(how string) int {
	d, err := small()
	if err == nil {
		err = limit(how)
	}
	if err != nil {
		fmt.Println("cannot limit the process:", err)
		return 1
	}
	fmt.Println("default", cyclesim.DefaultEngine())
	fmt.Println("built in", cyclesim.BuiltIn())
	for _, engine := range []string{"", "reference", "compiled", "native"} {
		fmt.Printf("engine %q: %s\n", engine, trial(d, engine))
	}
	if how == "no executable memory" {
		return 0
	}
	for range 2 {
		held, err := hold(d)
		fmt.Printf("held %v: %v\n", held > 20, err)
	}
	return 0
}

// trial counts and looks at a wire.
func trial(d *ir.Design, engine string) string {
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: engine})
	if err != nil {
		return err.Error()
	}
	sim.SetInput(0, []uint64{1})
	if err := sim.Run(context.Background(), 5); err != nil {
		return err.Error()
	}
	v, err := sim.Peek("next")
	if err != nil {
		return err.Error()
	}
	return v.String()
}

// hold makes simulators until that fails.
func hold(d *ir.Design) (int, error) {
	var held []cyclesim.Engine
	for len(held) < 5000 {
		sim, err := cyclesim.New(d, cyclesim.Options{})
		if err != nil {
			return len(held), err
		}
		held = append(held, sim)
	}
	return len(held), nil
}

// limitedProcess runs this program under a limit.
func limitedProcess(t *testing.T, how string) []string {
	t.Helper()
	program, err := os.Executable()
	assert.NilError(t, err)
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), limitedVariable+"="+how)
	out, err := cmd.CombinedOutput()
	assert.NilError(t, err, "%s: %s", how, out)
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// TestTooMuchState: a design that an engine cannot address is an error that says so.
func TestTooMuchState(t *testing.T) {
	t.Parallel()
	deep := func(width int) *rtlgen.Module {
		m := rtlgen.NewModule(fmt.Sprintf("deep%d", width))
		a, d, we := m.Input("a", 24), m.Input("d", width), m.Input("we", 1)
		mem := m.Memory("mem", 1<<24, width, rtlgen.ReadOld)
		mem.Write(we, a, d)
		m.Output("q", mem.ReadSync("r", m.Ones(1), a))
		return m
	}
	copies := func(n int) *rtlgen.Module {
		m := rtlgen.NewModule("copies")
		u := m.InstanceArray("u", n, deep(64))
		u.Broadcast("a", m.Input("a", 24))
		u.Broadcast("d", m.Input("d", 64))
		u.Broadcast("we", m.Input("we", 1))
		m.Output("q", u.Out("q"))
		return m
	}
	// which has more
	others := slices.DeleteFunc(cyclesim.BuiltIn(), func(engine string) bool { return engine == "reference" })
	for name, c := range map[string]struct {
		module  *rtlgen.Module
		named   string
		engines []string
	}{
		"one memory":  {deep(1 << 14), "module deep16384 has 34359", cyclesim.BuiltIn()},
		"many copies": {copies(1000), "module copies has ", cyclesim.BuiltIn()},
		"above 2 GiB": {copies(20), "module copies has ", others},
	} {
		d, err := rtlgen.Elaborate(c.module)
		assert.NilError(t, err, name)
		for _, engine := range c.engines {
			_, err := cyclesim.New(d, cyclesim.Options{Engine: engine})
			assert.ErrorContains(t, err, "engine "+engine+": "+c.named, name)
			assert.ErrorContains(t, err, "; the engine can address ", name)
			assert.ErrorContains(t, err, ": make its memories smaller", name)
		}
	}
}
