// SPDX-License-Identifier: Apache-2.0
// free_list: hands out slots, last freed first  slots = 64
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module free_list (
    input  wire       clk,        // rising edge
    input  wire       rst,        // synchronous, active high
    input  wire       take,       // a slot is taken
    input  wire       give,       // a slot is given back
    input  wire [5:0] give_slot,  // the slot that is given back; it must not be free
    output wire [5:0] slot,       // the slot to take: give_slot while give is 1, else the top of
                                  // the list; unknown while empty
    output wire       empty,      // no slot is free; a function of registers
    output wire [6:0] count       // free slots; a register
);

    reg [5:0] next [0:63];  // free slot behind it, by slot
    reg [5:0] head;         // first free slot of the list
    reg [6:0] count_q;      // free slots; a register

`ifdef RTLGEN_CHECKS
    reg in_use [0:63];  // the slot is in use, by slot
`endif

    assign slot  = give ? give_slot : head;
    assign empty = count_q == 7'd0;
    assign count = count_q;

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_in_use
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) in_use[i] <= 1'b0;
        end else begin
            if (give) in_use[give_slot] <= 1'b0;
            if (take) in_use[slot] <= 1'b1;
        end
    end
`endif

    always @(posedge clk) begin : update_next
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) next[i] <= i[5:0] + 6'd1;
            head <= 6'd0;
            count_q <= 7'd64;
        end else if (take && !give) begin
            head <= next[head];
            count_q <= count_q - 7'd1;
        end else if (give && !take) begin
            next[give_slot] <= head;
            head <= give_slot;
            count_q <= count_q + 7'd1;
        end
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
            // no slot is taken where there is none
            if (take && !give && empty) begin
                $display("RTLGEN_ASSERT %m never_overdrawn fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no slot is given back that was not taken
            if (give && count_q == 7'd64) begin
                $display("RTLGEN_ASSERT %m never_overpaid fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a slot that is given is not free
            if (give && !in_use[give_slot]) begin
                $display("RTLGEN_ASSERT %m given_slot_is_in_use fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no slot is free twice
            if (count_q > 7'd64) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_free_list
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no slot is taken where there is none
            never_overdrawn: `RTLGEN_CONTRACT (!take || give || !empty);
            // no slot is given back that was not taken
            never_overpaid: `RTLGEN_CONTRACT (!give || count_q != 7'd64);
            // a slot that is given is not free
            given_slot_is_in_use: `RTLGEN_CONTRACT (!give || in_use[give_slot]);
            // no slot is free twice
            count_in_range: assert (count_q <= 7'd64);
            exhausted: cover (empty);
            give_to_empty: cover (give && empty && !take);
            straight_out_again: cover (take && give);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
