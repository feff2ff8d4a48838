// SPDX-License-Identifier: Apache-2.0
// qcn_uplinks: links of a leaf to the spines: spraying, credits, rate
//
// ports = 1, spines = 4, cells = 16, rate_num = 8, rate_den = 5
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_uplinks (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high
    input  wire [1:0]   phase,           // place of the cycle in the slot of the leaf
    input  wire         want,            // a server port has a cell; in phase 0
    output reg          go,              // it is sent; in phase 0
    input  wire [2:0]   beats,           // beats of its cell; in phase 2

    // the cell, in the phases 0, 1, 2, 3 of the next slot
    input  wire         cell_valid,      // a beat of a cell comes
    input  wire         cell_head,       // it is the first
    input  wire [61:0]  cell_header,     // header of the cell, with its first beat
    input  wire [127:0] cell_data,       // the beat; means nothing in a message

    // messages of the server ports
    input  wire         message_valid,   // a message waits; it stands until it is taken
    input  wire [61:0]  message_header,  // the message
    input  wire [1:0]   message_path,    // uplink of the messages of this server port; held
    output reg          message_taken,   // it is taken; in phase 1

    // links to the spines
    output reg  [3:0]   up_valid,        // a beat of a cell comes
    output reg  [3:0]   up_head,         // it is the first
    output reg  [247:0] up_header,       // header of the cell, with its first beat
    output reg  [511:0] up_data,         // the beat; means nothing in a message

    input  wire [3:0]   credit,          // a cell has left the buffer at the spine
    output wire [3:0]   no_credit        // pulse: a credit came back that was not taken, which is
                                         // ignored; registers
);

    (* mem2reg *)
    reg [4:0]  credits_q [0:3];   // credits of each link, cells
    (* mem2reg *)
    reg [12:0] owed_q [0:3];      // bytes that each link owes
    reg [3:0]  credit_there_q;    // the link has a credit
    reg [3:0]  paid_q;            // the link owes less than it may send in a slot
    reg [3:0]  excess_q;          // a credit came back while all were there
    reg [2:0]  data_above_q;      // requests above the last winner of each lane
    reg [3:0]  message_from_q;    // port whose message each uplink sends, one-hot
    reg [3:0]  data_from_q;       // port whose cell each uplink has taken, one-hot
    reg [61:0] message_header_q;  // message of each server port
    reg [3:0]  cell_from_q;       // port whose cell is on each uplink, one-hot
    reg [51:0] sum_q;             // bytes that each link owes, with the cell of this slot

    wire        decide;
    wire [3:0]  link_ready;
    reg  [3:0]  message_paths;
    wire [3:0]  message_wants;
    reg  [3:0]  message_waits;
    wire [3:0]  class_of_port;
    reg  [3:0]  data_wants;
    reg  [3:0]  data_ahead;
    reg  [3:0]  data_choice;
    wire        taken;
    wire [3:0]  messages_by_port;
    reg  [3:0]  begun;
    reg  [11:0] begun_beats;
    wire        pay;
    reg  [3:0]  all_credits;
    reg  [51:0] cost;

`ifdef RTLGEN_CHECKS
    reg [3:0] credit_counted;
`endif

    // All of credits_q side by side, because an always @* block cannot watch an array.
    wire [19:0] credits_q_flat = {credits_q[3], credits_q[2], credits_q[1], credits_q[0]};

    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction

    assign decide           = phase == 2'd0;
    assign link_ready       = credit_there_q & paid_q;
    assign message_wants    = message_paths;
    assign class_of_port    = 4'd15;
    assign taken            = phase == 2'd1;
    assign messages_by_port = message_from_q;
    assign pay              = phase == 2'd3;
    assign no_credit        = excess_q;

    always @* begin : update_message_paths
        integer port;
        for (port = 0; port < 1; port = port + 1) begin
            message_paths = message_valid ? 4'd1 << message_path : 4'd0;
        end
    end

    always @* begin : update_message_waits
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            message_waits[k] = message_wants[k];
        end
    end

    always @* begin : update_data_wants
        integer port;
        for (port = 0; port < 1; port = port + 1) begin
            data_wants = want ? link_ready & ~message_waits & class_of_port : 4'd0;
        end
    end

    always @* begin : update_data_ahead
        integer i;
        for (i = 0; i < 1; i = i + 1) begin
            data_ahead = data_wants & {data_above_q, 1'b0};
        end
    end

    always @* begin : update_data_choice
        integer i;
        for (i = 0; i < 1; i = i + 1) begin
            data_choice = lowest_one_4(data_ahead)
                        | ((|data_ahead) ? 4'd0 : lowest_one_4(data_wants));
        end
    end

    always @* begin : update_go
        integer port;
        for (port = 0; port < 1; port = port + 1) begin
            go = decide && (|data_wants);
        end
    end

    always @* begin : update_up_valid
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            up_valid[k] = (decide && message_from_q[k]) || (cell_valid && cell_from_q[k]);
        end
    end

    always @* begin : update_up_head
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            up_head[k] = (decide && message_from_q[k]) || (cell_head && cell_from_q[k]);
        end
    end

    always @* begin : update_up_header
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            up_header[k*62 +: 62] = ({62{message_from_q[k]}} & message_header_q)
                                  | ({62{cell_from_q[k]}} & cell_header);
        end
    end

    always @* begin : update_up_data
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            up_data[k*128 +: 128] = cell_data;
        end
    end

    always @* begin : update_message_taken
        integer port;
        for (port = 0; port < 1; port = port + 1) begin
            message_taken = taken && (|messages_by_port);
        end
    end

    always @* begin : update_begun
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            begun[k] = phase == 2'd2 && (data_from_q[k] || message_from_q[k]);
        end
    end

    always @* begin : update_begun_beats
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            begun_beats[k*3 +: 3] = {3{data_from_q[k]}} & beats;
        end
    end

    always @* begin : update_all_credits
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            all_credits[i] = credits_q_flat[i*5 +: 5] == 5'd16;
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_credit_counted
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            credit_counted[i] = credits_q_flat[i*5 +: 5] != 5'd0;
        end
    end
`endif

    always @* begin : update_cost
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            case (begun_beats[i*3 +: 3])
                3'd0: cost[i*13 +: 13] = 13'd200;
                3'd1: cost[i*13 +: 13] = 13'd1480;
                3'd2: cost[i*13 +: 13] = 13'd2760;
                3'd3: cost[i*13 +: 13] = 13'd4040;
                default: cost[i*13 +: 13] = 13'd5320;
            endcase
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [65:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[33:0], memory_fill};
        end
        {message_header_q, cell_from_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_credits_q
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 4; n = n + 1) credits_q[n] <= 5'd16;
            credit_there_q <= 4'd15;
        end else begin
            for (i = 0; i < 4; i = i + 1) begin
                if (begun[i] ^ (credit[i] & ~all_credits[i])) begin
                    credits_q[i] <= credits_q[i] + (begun[i] ? 5'd31 : 5'd1);
                end
                credit_there_q[i] <= (credit[i] && !all_credits[i])
                                  || (credit_there_q[i] && !(begun[i] && credits_q[i] == 5'd1));
            end
        end
    end

    always @(posedge clk) begin : update_owed_q
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 4; n = n + 1) owed_q[n] <= 13'd0;
            paid_q <= 4'd15;
        end else if (pay) begin
            for (i = 0; i < 4; i = i + 1) begin
                owed_q[i] <= (sum_q[i*13 +: 13] > 13'd2048) ? sum_q[i*13 +: 13] - 13'd2048 : 13'd0;
                paid_q[i] <= sum_q[i*13 +: 13] <= 13'd4095;
            end
        end
    end

    always @(posedge clk) begin : update_excess_q
        integer i;
        if (rst) begin
            excess_q <= 4'd0;
            sum_q <= 52'd0;
        end else begin
            excess_q <= credit & all_credits;
            for (i = 0; i < 4; i = i + 1) begin
                sum_q[i*13 +: 13] <= owed_q[i] + (begun[i] ? cost[i*13 +: 13] : 13'd0);
            end
        end
    end

    always @(posedge clk) begin : update_data_above_q
        integer i;
        if (rst) begin
            data_above_q <= 3'd0;
        end else begin
            for (i = 0; i < 1; i = i + 1) begin
                if ((|data_wants) && decide) begin
                    data_above_q <= {~data_choice[3], |data_choice[1:0], data_choice[0]};
                end
            end
        end
    end

    always @(posedge clk) begin : update_message_from_q
        integer k;
        if (rst) begin
            message_from_q <= 4'd0;
            data_from_q <= 4'd0;
        end else if (decide) begin
            for (k = 0; k < 4; k = k + 1) begin
                message_from_q[k] <= link_ready[k] ? message_wants[k] : 1'b0;
            end
            data_from_q <= data_choice;
        end
    end

    always @(posedge clk) begin
        if (taken) message_header_q <= message_header;
        if (phase == 2'd3) cell_from_q <= data_from_q;
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
            // there is a credit if the count says so
            if (credit_there_q != credit_counted) begin
                $display("RTLGEN_ASSERT %m credit_by_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_uplinks
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // there is a credit if the count says so
            credit_by_count: assert (credit_there_q == credit_counted);
        end
    end
`endif

endmodule

`default_nettype wire
