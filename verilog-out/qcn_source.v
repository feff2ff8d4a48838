// SPDX-License-Identifier: Apache-2.0
// qcn_source: makes the frames of a server: an interleave of its flows by their rates
//
// flows = 8, gap = 20, whole_beats = 0
`default_nettype none

module qcn_source (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high
    input  wire [31:0]  now,          // time, cycles
    input  wire [79:0]  rate,         // rate of each flow, in 1/1000 of the line, held; 0: none
    input  wire [255:0] start,        // first cycle in which the flow is active, held
    input  wire [255:0] stop,         // first cycle in which it no longer is, held
    input  wire [111:0] length,       // bytes of its frames with FCS, held

    // frames to be sent; valid and flow are registers
    output wire         offer_valid,  // a frame is offered
    output wire [2:0]   offer_flow,   // of this flow
    input  wire [7:0]   offer_ready   // a frame of this flow is taken or refused if it is offered;
                                      // of registers
);

    (* mem2reg *)
    reg [25:0] account [0:7];     // account of each flow, thousandths of a byte
    (* mem2reg *)
    reg [14:0] wire_bytes [0:7];  // bytes of a frame on the wire, of each flow
    (* mem2reg *)
    reg [25:0] cost [0:7];        // cost of a frame, of each flow, thousandths of a byte
    reg        offer_valid_q;     // a frame is offered
    reg [2:0]  offer_flow_q;      // of this flow
    reg [7:0]  offered;           // flow that is offered, one-hot; unknown while not valid
    reg [7:0]  active_q;          // flows that are active

    wire       moves;
    reg  [7:0] due;
    wire [3:0] next;
    wire [7:0] offers;

    // All of account side by side, because an always @* block cannot watch an array.
    wire [207:0] account_flat = {account[7], account[6], account[5], account[4], account[3],
                                 account[2], account[1], account[0]};

    // Bits 25 to 25 of 26.
    function bits_25_to_25_of_26(input [25:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[24:0]};
            bits_25_to_25_of_26 = value[25];
        end
    endfunction

    // The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.
    function [3:0] first_one_8(input [7:0] bits);
        reg [7:0] any;
        reg [7:0] index_0;
        reg [7:0] index_1;
        reg index_2;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any[0];
            any = any | (any >> 4);
            first_one_8 = {any[0], index_2, index_1[0], index_0[0]};
        end
    endfunction

    // The lowest 1 alone.
    function [7:0] lowest_one_8(input [7:0] bits);
        reg [7:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_8 = bits & ~(up_to << 1);
        end
    endfunction

    assign moves       = !offer_valid_q || (|(offered & offer_ready));
    assign next        = first_one_8(due);
    assign offers      = lowest_one_8(due);
    assign offer_valid = offer_valid_q;
    assign offer_flow  = offer_flow_q;

    always @* begin : update_due
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            due[f] = active_q[f] && !bits_25_to_25_of_26(account_flat[f*26 +: 26]);
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        offered = memory_fill[31:24];
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            wire_bytes[memory_word] = memory_fill[31:17];
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            cost[memory_word] = memory_fill[31:6];
        end
    end
`endif

    always @(posedge clk) begin : update_account
        integer i;
        integer g;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) account[i] <= 26'd0;
        end else begin
            for (g = 0; g < 8; g = g + 1) begin
                if (!active_q[g]) begin
                    account[g] <= 26'd0;
                end else if (moves) begin
                    account[g] <= offers[g] ? account[g] + {10'd0, rate[g*10 +: 10], 6'd0} - cost[g]
                                : account[g] + {10'd0, rate[g*10 +: 10], 6'd0};
                end
            end
        end
    end

    always @(posedge clk) begin : update_wire_bytes
        integer g;
        for (g = 0; g < 8; g = g + 1) begin
            wire_bytes[g] <= {1'b0, length[g*14 +: 14]} + 15'd20;
            cost[g] <= ({11'd0, wire_bytes[g]} << 10)
                     - ({11'd0, wire_bytes[g]} << 4)
                     - ({11'd0, wire_bytes[g]} << 3);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            offer_valid_q <= 1'b0;
            offer_flow_q <= 3'd0;
        end else if (moves) begin
            offer_valid_q <= next[3];
            offer_flow_q <= next[2:0];
        end
    end

    always @(posedge clk) begin
        if (moves) offered <= offers;
    end

    always @(posedge clk) begin : update_active_q
        integer f;
        if (rst) begin
            active_q <= 8'd0;
        end else begin
            for (f = 0; f < 8; f = f + 1) begin
                active_q[f] <= start[f*32 +: 32] <= now
                            && now < stop[f*32 +: 32]
                            && (|rate[f*10 +: 10]);
            end
        end
    end

endmodule

`default_nettype wire
