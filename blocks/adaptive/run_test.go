package adaptive

import (
	"fmt"
	"os"
	"testing"
	"time"

	"culprit/cyclesim"
	"culprit/rtlgen"
)

func TestRun(t *testing.T) {
	p := rtlgen.Default[NetworkParams]()
	d, err := rtlgen.Elaborate(Network(p))
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	e, err := cyclesim.New(d, cyclesim.Options{NoChecks: os.Getenv("CHECKS") == "", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("built", time.Since(begin))
	in, out := map[string]int{}, map[string]int{}
	for i, s := range d.Top.Inputs() {
		in[s.Name] = i
	}
	for i, s := range d.Top.Outputs() {
		out[s.Name] = i
	}
	set := func(name string, v uint64) { e.SetInput(in[name], []uint64{v}) }
	get := func(name string) []uint64 { var w [2]uint64; e.Output(out[name], w[:]); return w[:] }
	e.Reset()
	set("seed", 7)
	adaptive := os.Getenv("AR") != ""
	set("managed", 1)
	if adaptive {
		set("adaptive", 1)
	}
	e.Run(t.Context(), 1700)
	fmt.Println("ready", get("ready"), "error", get("error"))
	set("pattern", 2)
	if os.Getenv("CONT") != "" {
		set("pattern", 3)
	}
	set("rate", 65536*95/100)
	set("measure", 1)
	last := uint64(0)
	for ms := range 2 {
		begin = time.Now()
		e.Run(t.Context(), 100000)
		h := get("hot")
		fmt.Printf("%3d0 ms: hot mean %d error %v %.0f cycles/s\n", ms+1, ((h[0]&0xffffffff)-last)&0xffffffff/3125, get("error"), 100000/time.Since(begin).Seconds())
		last = h[0] & 0xffffffff
	}
	for _, c := range networkReadback(p).Counters {
		set("read_unit", uint64(c.Unit))
		set("read_address", uint64(c.Address))
		e.Run(t.Context(), 6)
		if v := get("read_data")[0]; v != 0 {
			fmt.Print(c.Unit, " ", c.Name, "=", v, "  ")
		}
	}
	fmt.Println()
}
