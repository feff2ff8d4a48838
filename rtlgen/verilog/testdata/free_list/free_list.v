// free_list: hands out packet slots, last freed first  slots = 64
`default_nettype none

module free_list (
    input  wire       clk,        // rising edge
    input  wire       rst,        // synchronous, active high
    input  wire       take,       // a slot is taken
    input  wire       give,       // a slot is given back
    input  wire [5:0] give_slot,  // the slot that is given back
    output wire [5:0] slot,       // the slot to take; unknown while empty
    output wire       empty       // no slot is free; a function of registers
);

    reg [5:0] next [0:63];
    reg [5:0] head;
    reg [6:0] free;

    assign slot  = give ? give_slot : head;
    assign empty = free == 7'd0;

    always @(posedge clk) begin : update_next
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) next[i] <= i[5:0] + 6'd1;
            head <= 6'd0;
            free <= 7'd64;
        end else if (take && !give) begin
            head <= next[head];
            free <= free - 7'd1;
        end else if (give && !take) begin
            next[give_slot] <= head;
            head <= give_slot;
            free <= free + 7'd1;
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
            if (take && !give && free == 7'd0) begin
                $display("RTLGEN_ASSERT %m never_overdrawn fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_free_list
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            never_overdrawn: assert (!take || give || free != 7'd0);
        end
    end
`endif

endmodule

`default_nettype wire
