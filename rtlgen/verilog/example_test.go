package verilog_test

import (
	"fmt"
	"log"
	"strings"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/verilog"
)

type FreeListParams struct {
	Slots int `param:"slots" default:"64" min:"2" max:"1024" doc:"packet slots"`
}

type FreeListPorts struct {
	_        rtlgen.Unit `name:"free_list" doc:"hands out packet slots, last freed first" params:"slots"`
	Take     rtlgen.In   `doc:"a slot is taken"`
	Give     rtlgen.In   `doc:"a slot is given back"`
	GiveSlot rtlgen.In   `width:"index(slots)" doc:"the slot that is given back"`
	Slot     rtlgen.Out  `width:"index(slots)" doc:"the slot to take; unknown while empty"`
	Empty    rtlgen.Out  `doc:"no slot is free; a function of registers"`
}

// FreeList hands out packet slots, last freed first. A slot that is given back in
// the cycle of a take goes straight out again.
func FreeList(p FreeListParams) *rtlgen.Typed[FreeListPorts] {
	m, io := rtlgen.New[FreeListPorts](p)
	index := rtlgen.IndexBits(p.Slots)

	next := m.RegArrayInit("next", p.Slots, index, func(i int) uint64 { return uint64(i+1) % uint64(p.Slots) })
	head := m.Reg("head", index, 0)
	free := m.Reg("free", rtlgen.CountBits(p.Slots), p.Slots)

	m.If(io.Take.AndNot(io.Give), func() {
		head.Set(next.At(head))
		free.Set(free.Sub(1))
	}).ElseIf(io.Give.AndNot(io.Take), func() {
		next.At(io.GiveSlot).Set(head)
		head.Set(io.GiveSlot)
		free.Set(free.Add(1))
	})

	io.Slot.Drive(rtlgen.Mux(io.Give, io.GiveSlot, head))
	io.Empty.Drive(free.Eq(0))
	m.Assert("never_overdrawn", io.Take.Implies(io.Give.Or(free.Ne(0))))
	return m
}

// Emit writes a module per file. Here is the module of a block, without the
// comment and the directives around it.
func Example() {
	design, err := rtlgen.Elaborate(FreeList(FreeListParams{Slots: 64}))
	if err != nil {
		log.Fatal(err)
	}
	out, err := verilog.Emit(design, verilog.Options{})
	if err != nil {
		log.Fatal(err)
	}
	text := string(out.File("free_list.v"))
	start, end := strings.Index(text, "module free_list"), strings.Index(text, "`ifdef")
	fmt.Print(text[start:end])
	// Output:
	// module free_list (
	//     input  wire       clk,        // rising edge
	//     input  wire       rst,        // synchronous, active high
	//     input  wire       take,       // a slot is taken
	//     input  wire       give,       // a slot is given back
	//     input  wire [5:0] give_slot,  // the slot that is given back
	//     output wire [5:0] slot,       // the slot to take; unknown while empty
	//     output wire       empty       // no slot is free; a function of registers
	// );
	//
	//     reg [5:0] next [0:63];
	//     reg [5:0] head;
	//     reg [6:0] free;
	//
	//     assign slot  = give ? give_slot : head;
	//     assign empty = free == 7'd0;
	//
	//     always @(posedge clk) begin : update_next
	//         integer i;
	//         if (rst) begin
	//             for (i = 0; i < 64; i = i + 1) next[i] <= i[5:0] + 6'd1;
	//             head <= 6'd0;
	//             free <= 7'd64;
	//         end else if (take && !give) begin
	//             head <= next[head];
	//             free <= free - 7'd1;
	//         end else if (give && !take) begin
	//             next[give_slot] <= head;
	//             head <= give_slot;
	//             free <= free + 7'd1;
	//         end
	//     end
}
