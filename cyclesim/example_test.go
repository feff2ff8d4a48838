package cyclesim_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
)

type BlinkerPorts struct {
	_     rtlgen.Unit `name:"blinker" doc:"divides the clock by four"`
	Run   rtlgen.In   `doc:"count"`
	Light rtlgen.Out  `doc:"on for two of four cycles; a register"`
}

func Blinker() *rtlgen.Typed[BlinkerPorts] {
	m, io := rtlgen.New[BlinkerPorts](nil)
	count := m.Reg("count", 2, 0)
	m.If(io.Run, func() { count.Set(count.Add(1)) })
	io.Light.Drive(count.Bit(1))
	return m
}

// An engine drives inputs by their number (testbench.Device does by their names), steps, and
// looks at any signal; a waveform is written from the cycle on in which it is attached.
func Example() {
	design, err := rtlgen.Elaborate(Blinker())
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
	count, err := sim.Peek("count")
	fmt.Println("cycle", sim.Cycle(), "count", count, err)

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
	// $var wire 1 " rst $end
	// $var wire 1 # run $end
	// $var wire 1 $ light $end
	// $var reg 2 % count [1:0] $end
	// $upscope $end
	// $enddefinitions $end
	// #20
	// $dumpvars
	// 1!
	// 0"
	// 1#
	// 1$
	// b10 %
	// $end
	// #25
	// 0!
	// #30
}

// A state outlives the process as bytes, also on another engine or machine. It is refused where it does not fit.
func ExampleState_MarshalBinary() {
	design, err := rtlgen.Elaborate(Blinker())
	if err != nil {
		log.Fatal(err)
	}
	sim, err := cyclesim.New(design, cyclesim.Options{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	sim.SetInput(0, []uint64{1})
	if err := sim.Run(context.Background(), 1_000_002); err != nil {
		log.Fatal(err)
	}
	saved, err := sim.Save().MarshalBinary() // to a file, for example
	if err != nil {
		log.Fatal(err)
	}

	var state cyclesim.State
	if err := state.UnmarshalBinary(saved); err != nil {
		log.Fatal(err)
	}
	other, err := cyclesim.New(design, cyclesim.Options{Engine: "reference", Seed: state.Seed()})
	if err != nil {
		log.Fatal(err)
	}
	if err := other.Restore(state); err != nil {
		log.Fatal(err)
	}
	count, err := other.Peek("count")
	fmt.Println("cycle", other.Cycle(), "count", count, err)

	err = state.UnmarshalBinary(saved[:100])
	fmt.Println(err)
	// Output:
	// cycle 1000002 count 2'h2 <nil>
	// the state of a simulation is cut short: it has 100 of 175 bytes
}
