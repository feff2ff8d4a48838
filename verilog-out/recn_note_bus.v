// SPDX-License-Identifier: Apache-2.0
// recn_note_bus: notification bus from the output ports to the input ports  ports = 8
`default_nettype none

module recn_note_bus (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high

    // notifications of the output ports
    input  wire [7:0]   note_valid,   // a message about a congestion point
    input  wire [7:0]   note_xoff,    // 1: Xoff, 0: Xon
    input  wire [247:0] note_tp,      // turns that lead to the point
    input  wire [247:0] note_mask,    // significant bits of the turns
    input  wire [23:0]  note_target,  // the input port that an Xoff is for

    output wire [7:0]   note_take,    // the notification goes onto the bus, one-hot, combinational

    // the bus, registers
    output wire         bus_valid,    // a message about a congestion point
    output wire         bus_xoff,     // 1: Xoff, 0: Xon
    output wire [30:0]  bus_tp,       // turns that lead to the point
    output wire [30:0]  bus_mask,     // significant bits of the turns
    output wire [2:0]   bus_target,   // the input port that an Xoff is for
    output wire [2:0]   bus_source    // the output port that it comes from
);

    reg [7:0]  take_q;        // the notification goes onto the bus, one-hot, combinational
    reg        bus_valid_q;   // a message about a congestion point
    reg [2:0]  bus_source_q;  // the output port that it comes from
    reg        bus_xoff_q;    // 1: Xoff, 0: Xon
    reg [30:0] bus_tp_q;      // turns that lead to the point
    reg [30:0] bus_mask_q;    // significant bits of the turns
    reg [2:0]  bus_target_q;  // the input port that an Xoff is for

    wire [7:0] arbiter_grant;
    wire [2:0] unused_arbiter_index;
    wire       unused_arbiter_valid;

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_8x3(input [7:0] select, input [23:0] lanes);
        integer n;
        begin
            one_hot_mux_8x3 = 3'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x3 = one_hot_mux_8x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
        end
    endfunction

    // The lane of 31 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [30:0] one_hot_mux_8x31(input [7:0] select, input [247:0] lanes);
        integer n;
        begin
            one_hot_mux_8x31 = 31'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x31 = one_hot_mux_8x31 | ({31{select[n]}} & lanes[n*31 +: 31]);
        end
    endfunction

    rr_arbiter_n8 arbiter (
        .clk     (clk),
        .rst     (rst),
        .req     (note_valid & ~take_q),
        .advance (1'b1),
        .grant   (arbiter_grant),
        .index   (unused_arbiter_index),
        .valid   (unused_arbiter_valid)
    );

    assign note_take  = take_q;
    assign bus_valid  = bus_valid_q;
    assign bus_source = bus_source_q;
    assign bus_xoff   = bus_xoff_q;
    assign bus_tp     = bus_tp_q;
    assign bus_mask   = bus_mask_q;
    assign bus_target = bus_target_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [64:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[32:0], memory_fill};
        end
        {bus_tp_q, bus_mask_q, bus_target_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            take_q <= 8'd0;
            bus_valid_q <= 1'b0;
            bus_source_q <= 3'd0;
            bus_xoff_q <= 1'b0;
        end else begin
            take_q <= arbiter_grant;
            bus_valid_q <= |take_q;
            bus_source_q <= {|(take_q & 8'hf0), |(take_q & 8'hcc), |(take_q & 8'haa)};
            bus_xoff_q <= |(take_q & note_xoff);
        end
    end

    always @(posedge clk) begin
        bus_tp_q <= one_hot_mux_8x31(take_q, note_tp);
        bus_mask_q <= one_hot_mux_8x31(take_q, note_mask);
        bus_target_q <= one_hot_mux_8x3(take_q, note_target);
    end

`ifdef RTLGEN_ASSERT
`ifndef RTLGEN_FAIL
`ifdef __ICARUS__
`define RTLGEN_FAIL $finish_and_return(1);
`else
`define RTLGEN_FAIL $stop;
`endif
`endif
    always @(posedge clk) begin
        if (!rst) begin
            if ((take_q & ~note_valid) != 8'd0) begin
                $display("RTLGEN_ASSERT %m note_stays_until_it_is_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_note_bus
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            note_stays_until_it_is_taken: `RTLGEN_CONTRACT ((take_q & ~note_valid) == 8'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
