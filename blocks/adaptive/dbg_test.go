package adaptive

import (
	"fmt"
	"testing"

	"culprit/cyclesim"
	"culprit/rtlgen"
)

func TestDbg(t *testing.T) {
	p := rtlgen.Default[NetworkParams]()
	d, err := rtlgen.Elaborate(Network(p))
	if err != nil {
		t.Fatal(err)
	}
	e, err := cyclesim.New(d, cyclesim.Options{Engine: "reference", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	in := map[string]int{}
	for i, s := range d.Top.Inputs() {
		in[s.Name] = i
	}
	e.Reset()
	set := func(name string, v uint64) { e.SetInput(in[name], []uint64{v}) }
	set("seed", 7)
	set("managed", 1)
	set("measure", 1)
	e.Run(t.Context(), 1700)
	set("pattern", 2)
	set("rate", 65536*95/100)
	for range 200 {
		e.Run(t.Context(), 1)
		s := ""
		for _, p := range []string{"host_0.tx_valid", "host_0.adapter.waiting", "host_0.adapter.paused", "sw_0.receiver_1.rx_valid", "sw_0.receiver_1.offer_valid", "sw_0.engine.frame_valid", "sw_0.queues.fetched", "sw_0.tx_valid", "sw_6.tx_valid"} {
			v, err := e.Peek(p)
			if err != nil {
				fmt.Println(err)
				return
			}
			s += fmt.Sprint(" ", v)
		}
		fmt.Println(s)
	}
	fmt.Println(e.Failures())
}
