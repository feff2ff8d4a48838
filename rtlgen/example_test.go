package rtlgen_test

import (
	"fmt"
	"log"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// A Words is one end of a valid/ready link: F is the direction of the words, B
// that of ready.
type Words[F, B rtlgen.Direction] struct {
	Valid F `doc:"a word is offered"`
	Data  F `width:"width" doc:"the word"`
	Ready B `doc:"the word is taken"`
}

type StageParams struct {
	Width int `param:"width" default:"8" min:"1" max:"64" doc:"bits per word"`
}

type StagePorts struct {
	_   rtlgen.Unit                  `name:"stage" doc:"register stage of a valid/ready link" params:"width"`
	In  Words[rtlgen.In, rtlgen.Out] `doc:"upstream"`
	Out Words[rtlgen.Out, rtlgen.In] `doc:"downstream"`
}

// Stage delays words by one cycle.
func Stage(p StageParams) *rtlgen.Typed[StagePorts] {
	m, io := rtlgen.New[StagePorts](p)
	full := m.Reg("full", 1, 0)
	word := m.Reg("word", p.Width, 0)

	io.In.Ready.Drive(full.Not().Or(io.Out.Ready))
	m.If(io.In.Ready, func() {
		full.Set(io.In.Valid)
		word.Set(io.In.Data)
	})
	io.Out.Valid.Drive(full)
	io.Out.Data.Drive(word)
	return m
}

type DelayPorts struct {
	_   rtlgen.Unit                  `name:"delay" doc:"two stages in a row" params:"width"`
	In  Words[rtlgen.In, rtlgen.Out] `doc:"upstream"`
	Out Words[rtlgen.Out, rtlgen.In] `doc:"downstream"`
}

// Delay joins two stages: one statement per link.
func Delay(p StageParams) *rtlgen.Typed[DelayPorts] {
	m, io := rtlgen.New[DelayPorts](p)
	first := rtlgen.Use(m, "first", Stage(p))
	second := rtlgen.Use(m, "second", Stage(p))
	rtlgen.Connect(first.In, io.In)
	rtlgen.Connect(second.In, first.Out)
	rtlgen.Connect(io.Out, second.Out)
	return m
}

// A block is a struct of parameters, a struct of ports, and a function that
// describes what is between the ports. Connect joins two ends of a link.
func Example() {
	design, err := rtlgen.Elaborate(Delay(StageParams{Width: 16}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(ir.Text(design))
	// Output:
	// module stage_width16 of stage
	//   param width = 16 default 8
	//   input in_valid 1
	//   input in_data 16
	//   output in_ready 1
	//   output out_valid 1
	//   output out_data 16
	//   input out_ready 1
	//   reg full 1 reset 0
	//   reg word 16 reset 0
	//   in_ready = or(not(full), out_ready)
	//   if in_ready
	//     full = in_valid
	//     word = in_data
	//   out_valid = full
	//   out_data = word
	// end
	//
	// module delay_width16 of delay
	//   param width = 16 default 8
	//   input in_valid 1
	//   input in_data 16
	//   output in_ready 1
	//   output out_valid 1
	//   output out_data 16
	//   input out_ready 1
	//   instance first stage_width16
	//     in_valid <- in_valid
	//     in_data <- in_data
	//     out_ready <- second.in_ready
	//   instance second stage_width16
	//     in_valid <- first.out_valid
	//     in_data <- first.out_data
	//     out_ready <- out_ready
	//   in_ready = first.in_ready
	//   out_valid = second.out_valid
	//   out_data = second.out_data
	// end
}
