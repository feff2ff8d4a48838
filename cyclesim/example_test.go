package cyclesim_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"culprit/cyclesim"
	"culprit/rtlgen"
)

func Example() {
	m := rtlgen.NewModule("blinker")
	count := m.Reg("count", 2, 0)
	m.If(m.Input("run", 1), func() { count.Set(count.Add(1)) })
	m.Output("light", count.Bit(1))
	design, err := rtlgen.Elaborate(m)
	if err != nil {
		log.Fatal(err)
	}

	sim, err := cyclesim.New(design, cyclesim.Options{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	sim.SetInput(0, []uint64{1})
	if err := sim.Run(context.Background(), 2); err != nil {
		log.Fatal(err)
	}
	count2, err := sim.Peek("count")
	fmt.Println("cycle", sim.Cycle(), "count", count2, err)

	wave, err := cyclesim.NewVCD(os.Stdout, sim, cyclesim.VCDOptions{})
	if err != nil {
		log.Fatal(err)
	}
	sim.Attach(wave)
	sim.Step()
	if err := wave.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// cycle 2 count 2'h2 <nil>
	// $version culprit cyclesim $end
	// $timescale 1 ns $end
	// $scope module blinker $end
	// $var wire 1 ! clk $end
	// $var wire 1 " run $end
	// $var wire 1 # light $end
	// $var reg 2 $ count [1:0] $end
	// $upscope $end
	// $enddefinitions $end
	// #20
	// $dumpvars
	// 1!
	// 1"
	// 1#
	// b10 $
	// $end
	// #25
	// 0!
	// #30
}
