// SPDX-License-Identifier: Apache-2.0
// qcn_spine: spine switch: cells from leaf to leaf
//
// leaves = 7, ports = 1, spines = 4, cells = 16, rate_num = 8, rate_den = 5, error_bits = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_spine (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high

    // links from the leaves
    input  wire [6:0]   up_valid,     // a beat of a cell comes
    input  wire [6:0]   up_head,      // it is the first
    input  wire [433:0] up_header,    // header of the cell, with its first beat
    input  wire [895:0] up_data,      // the beat; means nothing in a message
    input  wire [6:0]   up_bad,       // the beat was lost on its way, and is 0

    output wire [6:0]   up_credit,    // a cell has left the input buffer

    // links to the leaves
    output wire [6:0]   down_valid,   // a beat of a cell comes
    output wire [6:0]   down_head,    // it is the first
    output wire [433:0] down_header,  // header of the cell, with its first beat
    output wire [895:0] down_data,    // the beat; means nothing in a message
    output wire [6:0]   down_bad,     // the beat was lost on its way, and is 0

    input  wire [6:0]   down_credit,  // a cell has left the buffer at the leaf

    // errors of the links with the leaves
    input  wire [6:0]   err_clear,    // clears the errors of the port
    output wire [48:0]  err_seen,     // causes since the last clear: no_head, cut, long, no_route,
                                      // bad_header, no_room, no_credit from bit 0 on, functions of
                                      // registers
    output wire [391:0] err_counts    // errors of each cause since the last clear, bits of a
                                      // counter each, which stay at the largest number, registers
);

    (* mem2reg *)
    reg [4:0]  credits_q [0:6];  // credits of each link, cells
    (* mem2reg *)
    reg [12:0] owed_q [0:6];     // bytes that each link owes
    reg [1:0]  phase_q;          // cycle of the slot, 0 to 3
    reg [41:0] in_above_q;       // requests above the last winner of each lane
    reg [48:0] chosen_q;         // input that each output has chosen, one-hot
    reg [48:0] from_q;           // input that each output listens to, one-hot
    reg [6:0]  credit_there_q;   // the link has a credit
    reg [6:0]  paid_q;           // the link owes less than it may send in a slot
    reg [6:0]  excess_q;         // a credit came back while all were there
    reg [90:0] sum_q;            // bytes that each link owes, with the cell of this slot

    wire         decide;
    wire         begins;
    reg  [48:0]  wants_by_input;
    wire [48:0]  wants;
    reg  [48:0]  in_ahead;
    reg  [48:0]  in_choice;
    wire [48:0]  starts;
    reg  [6:0]   start_in;
    reg  [6:0]   crossed_valid;
    reg  [6:0]   crossed_head;
    reg  [433:0] crossed_header;
    reg  [895:0] crossed_data;
    reg  [6:0]   crossed_bad;
    wire [6:0]   link_ready;
    wire [6:0]   sends;
    wire [20:0]  begun_beats;
    wire         pay;
    reg  [6:0]   all_credits;
    reg  [90:0]  cost;
    wire [48:0]  fabric_errors_errors;
    wire [6:0]   in_buffer_credit;
    wire [6:0]   in_buffer_full;
    wire [6:0]   in_buffer_cell_valid;
    wire [433:0] in_buffer_cell_header;
    wire [6:0]   in_buffer_tx_valid;
    wire [6:0]   in_buffer_tx_head;
    wire [433:0] in_buffer_tx_header;
    wire [895:0] in_buffer_tx_data;
    wire [6:0]   in_buffer_tx_bad;
    wire [6:0]   out_buffer_credit;
    wire [6:0]   out_buffer_full;
    wire [6:0]   out_buffer_cell_valid;
    wire [433:0] out_buffer_cell_header;
    wire [6:0]   guard_out_valid;
    wire [6:0]   guard_out_head;
    wire [433:0] guard_out_header;
    wire [895:0] guard_out_data;
    wire [6:0]   guard_out_bad;
    wire [41:0]  guard_error;

`ifdef RTLGEN_CHECKS
    reg [6:0] credit_counted;
`endif

    wire unused_buffers = &{1'b0, in_buffer_full};
    wire unused_outputs = &{1'b0, out_buffer_credit, out_buffer_cell_header};

    // All of credits_q side by side, because an always @* block cannot watch an array.
    wire [34:0] credits_q_flat = {credits_q[6], credits_q[5], credits_q[4], credits_q[3],
                                  credits_q[2], credits_q[1], credits_q[0]};

    // The lowest 1 alone.
    function [6:0] lowest_one_7(input [6:0] bits);
        reg [6:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_7 = bits & ~(up_to << 1);
        end
    endfunction

    // The lane of 128 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [127:0] one_hot_mux_7x128(input [6:0] select, input [895:0] lanes);
        integer n;
        begin
            one_hot_mux_7x128 = 128'd0;
            for (n = 0; n < 7; n = n + 1)
                one_hot_mux_7x128 = one_hot_mux_7x128 | ({128{select[n]}} & lanes[n*128 +: 128]);
        end
    endfunction

    // The lane of 62 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [61:0] one_hot_mux_7x62(input [6:0] select, input [433:0] lanes);
        integer n;
        begin
            one_hot_mux_7x62 = 62'd0;
            for (n = 0; n < 7; n = n + 1)
                one_hot_mux_7x62 = one_hot_mux_7x62 | ({62{select[n]}} & lanes[n*62 +: 62]);
        end
    endfunction

    // 7 rows of 7 bits become 7 rows of 7 bits.
    function [48:0] transpose_7x7(input [48:0] bits);
        integer row;
        integer column;
        begin
            transpose_7x7 = 49'd0;
            for (row = 0; row < 7; row = row + 1)
                for (column = 0; column < 7; column = column + 1)
                    transpose_7x7[column*7 + row] = bits[row*7 + column];
        end
    endfunction

    genvar g;

    generate
        for (g = 0; g < 7; g = g + 1) begin : in_buffer
            qcn_cell_buffer u (
                .clk         (clk),
                .rst         (rst),
                .rx_valid    (guard_out_valid[g]),
                .rx_head     (guard_out_head[g]),
                .rx_header   (guard_out_header[g*62 +: 62]),
                .rx_data     (guard_out_data[g*128 +: 128]),
                .rx_bad      (guard_out_bad[g]),
                .start       (start_in[g]),
                .skip        (1'b0),
                .credit      (in_buffer_credit[g]),
                .full        (in_buffer_full[g]),
                .cell_valid  (in_buffer_cell_valid[g]),
                .cell_header (in_buffer_cell_header[g*62 +: 62]),
                .tx_valid    (in_buffer_tx_valid[g]),
                .tx_head     (in_buffer_tx_head[g]),
                .tx_header   (in_buffer_tx_header[g*62 +: 62]),
                .tx_data     (in_buffer_tx_data[g*128 +: 128]),
                .tx_bad      (in_buffer_tx_bad[g])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 7; g = g + 1) begin : out_buffer
            qcn_cell_buffer u (
                .clk         (clk),
                .rst         (rst),
                .rx_valid    (crossed_valid[g]),
                .rx_head     (crossed_head[g]),
                .rx_header   (crossed_header[g*62 +: 62]),
                .rx_data     (crossed_data[g*128 +: 128]),
                .rx_bad      (crossed_bad[g]),
                .start       (sends[g]),
                .skip        (1'b0),
                .credit      (out_buffer_credit[g]),
                .full        (out_buffer_full[g]),
                .cell_valid  (out_buffer_cell_valid[g]),
                .cell_header (out_buffer_cell_header[g*62 +: 62]),
                .tx_valid    (down_valid[g]),
                .tx_head     (down_head[g]),
                .tx_header   (down_header[g*62 +: 62]),
                .tx_data     (down_data[g*128 +: 128]),
                .tx_bad      (down_bad[g])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 7; g = g + 1) begin : guard
            qcn_cell_guard_at_leaf0 u (
                .clk        (clk),
                .rst        (rst),
                .rx_valid   (up_valid[g]),
                .rx_head    (up_head[g]),
                .rx_header  (up_header[g*62 +: 62]),
                .rx_data    (up_data[g*128 +: 128]),
                .rx_bad     (up_bad[g]),
                .freed      (in_buffer_credit[g]),
                .out_valid  (guard_out_valid[g]),
                .out_head   (guard_out_head[g]),
                .out_header (guard_out_header[g*62 +: 62]),
                .out_data   (guard_out_data[g*128 +: 128]),
                .out_bad    (guard_out_bad[g]),
                .credit     (up_credit[g]),
                .error      (guard_error[g*6 +: 6])
            );
        end
    endgenerate

    assign fabric_errors_errors = {excess_q[6], guard_error[41:36],
                                   excess_q[5], guard_error[35:30],
                                   excess_q[4], guard_error[29:24],
                                   excess_q[3], guard_error[23:18],
                                   excess_q[2], guard_error[17:12],
                                   excess_q[1], guard_error[11:6],
                                   excess_q[0], guard_error[5:0]};

    generate
        for (g = 0; g < 7; g = g + 1) begin : fabric_errors
            link_errors_causes7 u (
                .clk    (clk),
                .rst    (rst),
                .errors (fabric_errors_errors[g*7 +: 7]),
                .clear  (err_clear[g]),
                .seen   (err_seen[g*7 +: 7]),
                .counts (err_counts[g*56 +: 56])
            );
        end
    endgenerate

    assign decide     = phase_q == 2'd3;
    assign begins     = phase_q == 2'd0;
    assign wants      = transpose_7x7(wants_by_input);
    assign starts     = transpose_7x7(chosen_q);
    assign link_ready = credit_there_q & paid_q;
    assign sends      = begins ? out_buffer_cell_valid & link_ready : 7'd0;
    assign begun_beats = {down_header[433:431], down_header[371:369], down_header[309:307],
                          down_header[247:245], down_header[185:183], down_header[123:121],
                          down_header[61:59]};
    assign pay = phase_q == 2'd3;

    always @* begin : update_wants_by_input
        integer i;
        for (i = 0; i < 7; i = i + 1) begin
            wants_by_input[i*7 +: 7] = in_buffer_cell_valid[i]
                                     ? (7'd1 << in_buffer_cell_header[i*62 + 47 +: 3])
                                     & ~out_buffer_full
                                     : 7'd0;
        end
    end

    always @* begin : update_in_ahead
        integer i;
        for (i = 0; i < 7; i = i + 1) begin
            in_ahead[i*7 +: 7] = wants[i*7 +: 7] & {in_above_q[i*6 +: 6], 1'b0};
        end
    end

    always @* begin : update_in_choice
        integer i;
        for (i = 0; i < 7; i = i + 1) begin
            in_choice[i*7 +: 7] = lowest_one_7(in_ahead[i*7 +: 7])
                                | ((|in_ahead[i*7 +: 7]) ? 7'd0 : lowest_one_7(wants[i*7 +: 7]));
        end
    end

    always @* begin : update_start_in
        integer i;
        for (i = 0; i < 7; i = i + 1) begin
            start_in[i] = begins && (|starts[i*7 +: 7]);
        end
    end

    always @* begin : update_crossed_valid
        integer o;
        for (o = 0; o < 7; o = o + 1) begin
            crossed_valid[o] = |(in_buffer_tx_valid & from_q[o*7 +: 7]);
        end
    end

    always @* begin : update_crossed_head
        integer o;
        for (o = 0; o < 7; o = o + 1) begin
            crossed_head[o] = |(in_buffer_tx_head & from_q[o*7 +: 7]);
        end
    end

    always @* begin : update_crossed_header
        integer o;
        for (o = 0; o < 7; o = o + 1) begin
            crossed_header[o*62 +: 62] = one_hot_mux_7x62(from_q[o*7 +: 7], in_buffer_tx_header);
        end
    end

    always @* begin : update_crossed_data
        integer o;
        for (o = 0; o < 7; o = o + 1) begin
            crossed_data[o*128 +: 128] = one_hot_mux_7x128(from_q[o*7 +: 7], in_buffer_tx_data);
        end
    end

    always @* begin : update_crossed_bad
        integer o;
        for (o = 0; o < 7; o = o + 1) begin
            crossed_bad[o] = |(in_buffer_tx_bad & from_q[o*7 +: 7]);
        end
    end

    always @* begin : update_all_credits
        integer i;
        for (i = 0; i < 7; i = i + 1) begin
            all_credits[i] = credits_q_flat[i*5 +: 5] == 5'd16;
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_credit_counted
        integer i;
        for (i = 0; i < 7; i = i + 1) begin
            credit_counted[i] = credits_q_flat[i*5 +: 5] != 5'd0;
        end
    end
`endif

    always @* begin : update_cost
        integer i;
        for (i = 0; i < 7; i = i + 1) begin
            case (begun_beats[i*3 +: 3])
                3'd0: cost[i*13 +: 13] = 13'd200;
                3'd1: cost[i*13 +: 13] = 13'd1480;
                3'd2: cost[i*13 +: 13] = 13'd2760;
                3'd3: cost[i*13 +: 13] = 13'd4040;
                default: cost[i*13 +: 13] = 13'd5320;
            endcase
        end
    end

    always @(posedge clk) begin : update_credits_q
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 7; n = n + 1) credits_q[n] <= 5'd16;
            credit_there_q <= 7'd127;
        end else begin
            for (i = 0; i < 7; i = i + 1) begin
                if (down_head[i] ^ (down_credit[i] & ~all_credits[i])) begin
                    credits_q[i] <= credits_q[i] + (down_head[i] ? 5'd31 : 5'd1);
                end
                credit_there_q[i] <= (down_credit[i] && !all_credits[i])
                                  || (credit_there_q[i] && !(down_head[i] && credits_q[i] == 5'd1));
            end
        end
    end

    always @(posedge clk) begin : update_owed_q
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 7; n = n + 1) owed_q[n] <= 13'd0;
            paid_q <= 7'd127;
        end else if (pay) begin
            for (i = 0; i < 7; i = i + 1) begin
                owed_q[i] <= (sum_q[i*13 +: 13] > 13'd2048) ? sum_q[i*13 +: 13] - 13'd2048 : 13'd0;
                paid_q[i] <= sum_q[i*13 +: 13] <= 13'd4095;
            end
        end
    end

    always @(posedge clk) begin : update_phase_q
        integer i;
        if (rst) begin
            phase_q <= 2'd0;
            chosen_q <= 49'd0;
            from_q <= 49'd0;
            excess_q <= 7'd0;
            sum_q <= 91'd0;
        end else begin
            phase_q <= phase_q + 2'd1;
            if (decide) chosen_q <= in_choice;
            if (phase_q == 2'd1) from_q <= chosen_q;
            excess_q <= down_credit & all_credits;
            for (i = 0; i < 7; i = i + 1) begin
                sum_q[i*13 +: 13] <= owed_q[i] + (down_head[i] ? cost[i*13 +: 13] : 13'd0);
            end
        end
    end

    always @(posedge clk) begin : update_in_above_q
        integer i;
        if (rst) begin
            in_above_q <= 42'd0;
        end else begin
            for (i = 0; i < 7; i = i + 1) begin
                if ((|wants[i*7 +: 7]) && decide) begin
                    in_above_q[i*6 +: 6] <= {~in_choice[i*7 + 6], ~(|in_choice[i*7 + 5 +: 2]),
                                             ~(|in_choice[i*7 + 4 +: 3]), |in_choice[i*7 +: 3],
                                             |in_choice[i*7 +: 2], in_choice[i*7]};
                end
            end
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
            // there is a credit if the count says so
            if (credit_there_q != credit_counted) begin
                $display("RTLGEN_ASSERT %m credit_by_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_spine
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
