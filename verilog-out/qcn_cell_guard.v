// SPDX-License-Identifier: Apache-2.0
// qcn_cell_guard: end of a fabric link: lets cells through that keep to the rules
//
// leaves = 7, ports = 1, prios = 2, places = 97, frame_units = 8, cells = 16, at_leaf = 1
`default_nettype none

module qcn_cell_guard (
    input  wire         clk,         // rising edge
    input  wire         rst,         // synchronous, active high
    input  wire [2:0]   own,         // number of the leaf; held

    // the pins of the link
    input  wire         rx_valid,    // a beat of a cell comes
    input  wire         rx_head,     // it is the first
    input  wire [61:0]  rx_header,   // header of the cell, with its first beat
    input  wire [127:0] rx_data,     // the beat; means nothing in a message
    input  wire         rx_bad,      // the beat was lost on its way, and is 0

    input  wire         freed,       // a cell has left the buffer behind the guard; a register

    // cells for the buffer, in the same cycle: the pins, but for valid and head
    output wire         out_valid,   // a beat of a cell comes
    output wire         out_head,    // it is the first
    output wire [61:0]  out_header,  // header of the cell, with its first beat
    output wire [127:0] out_data,    // the beat; means nothing in a message
    output wire         out_bad,     // the beat was lost on its way, and is 0

    output wire         credit,      // a credit for the other end; of freed and registers
    output wire [5:0]   error        // pulses, a cycle after the pins, registers: no_head, cut,
                                     // long, no_route, bad_header, no_room from bit 0 on
);

    reg [2:0] beats_left_q;    // beats of the cell still to come
    reg       ended_q;         // a cell has ended with the beat before
    reg       skip_q;          // beats up to the next head are dropped, and were counted
    reg [4:0] credits_out_q;   // credits that the other end has
    reg       takes_q;         // comes_with_credit, one cycle later
    reg       accept_q;        // accept, one cycle later
    reg       lost_head_q;     // lost_head, one cycle later
    reg [4:0] credits_owed_q;  // credits of dropped cells still to be given back
    reg [5:0] error_q;         // pulses, a cycle after the pins, registers: no_head, cut, long,
                               // no_route, bad_header, no_room from bit 0 on

    wire       head;
    wire       dst_exists;
    wire       route_exists;
    wire       has_credit;
    wire       comes_with_credit;
    wire       may_pass;
    wire       fits_into_a_place;
    wire       whole_unit;
    wire       rest_of_the_bytes;
    wire       parties_exist;
    wire       place_exists;
    wire       of_a_frame;
    wire       no_beats;
    wire       of_no_frame;
    wire       accept;
    wire       goes_on;
    wire       is_cut;
    wire       stray;
    wire [2:0] more_beats;
    wire       first_stray;
    wire       lost_head;
    wire       refused_or_lost;
    wire       owes;
    wire       credit_back;
    wire       takes_credit;
    wire       pays;

    wire [2:0] rx_header_beats = rx_header[61:59];  // beats of payload; a message has none and
                                                    // takes one beat of the link
    wire [1:0] rx_header_kind = rx_header[46:45];   // 0 part of a frame, 1 CNM, 2 request, 3 grant
    wire [2:0] rx_header_prio = rx_header[32:30];   // priority
    wire [9:0] rx_header_place = rx_header[15:6];   // place of the frame in the output buffer; 0 in
                                                    // a request and a CNM

    wire unused_rest = &{1'b0, rx_header};

    assign head              = rx_valid && rx_head;
    assign dst_exists        = rx_header[49:47] <= 3'd6 && !(|rx_header[58:50]);
    assign route_exists      = dst_exists && rx_header[49:47] == own;
    assign has_credit        = credits_out_q != 5'd0;
    assign comes_with_credit = head && has_credit;
    assign may_pass          = comes_with_credit && route_exists;
    assign fits_into_a_place = !(|rx_header[5:3])
                            && (!rx_header[27] || !(|rx_header[26:24]))
                            && !(|rx_header[29:28])
                            && !(rx_header[27] && (|rx_header[23:16]));
    assign whole_unit = (rx_header[27] || rx_header[2:0] < rx_header[26:24])
                     && rx_header_beats == 3'd4;
    assign rest_of_the_bytes = rx_header[2:0] == rx_header[26:24]
                            && !rx_header[27]
                            && (|rx_header[23:16])
                            && rx_header_beats
                            == {1'b0, rx_header[23:22]} + {2'd0, |rx_header[21:16]};
    assign parties_exist = may_pass
                        && rx_header_prio <= 3'd1
                        && rx_header[35:33] <= 3'd6
                        && !(|rx_header[44:36]);
    assign place_exists = rx_header_place <= 10'd96;
    assign of_a_frame = parties_exist
                     && place_exists
                     && rx_header_kind == 2'd0
                     && fits_into_a_place;
    assign no_beats = rx_header_beats == 3'd0;
    assign of_no_frame = rx_header[46]
                       ? parties_exist && no_beats && (!rx_header[45] || place_exists)
                       : may_pass && rx_header[45] && rx_header_beats == 3'd1;
    assign accept  = (of_a_frame && (whole_unit || rest_of_the_bytes)) || of_no_frame;
    assign goes_on = beats_left_q != 3'd0 && rx_valid && !rx_head;
    assign is_cut  = beats_left_q != 3'd0 && !goes_on;
    assign stray   = rx_valid && !rx_head && !goes_on;
    assign more_beats = accept ? ((|rx_header_beats) ? rx_header_beats - 3'd1 : 3'd0)
                      : goes_on ? beats_left_q - 3'd1 : 3'd0;
    assign out_valid       = accept || goes_on;
    assign out_head        = accept;
    assign out_header      = rx_header;
    assign out_data        = rx_data;
    assign out_bad         = rx_bad;
    assign first_stray     = stray && !skip_q;
    assign lost_head       = first_stray && !ended_q && has_credit;
    assign refused_or_lost = (takes_q && !accept_q) || lost_head_q;
    assign owes            = credits_owed_q != 5'd0;
    assign credit_back     = freed || owes;
    assign takes_credit    = comes_with_credit || lost_head;
    assign pays            = owes && !freed;
    assign credit          = credit_back;
    assign error           = error_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        accept_q = memory_fill[31];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            beats_left_q <= 3'd0;
            ended_q <= 1'b0;
            skip_q <= 1'b0;
            takes_q <= 1'b0;
            lost_head_q <= 1'b0;
            error_q <= 6'd0;
        end else begin
            beats_left_q <= more_beats;
            ended_q <= (accept || goes_on) && !(|more_beats);
            skip_q <= head ? !accept : skip_q || stray || is_cut;
            takes_q <= comes_with_credit;
            lost_head_q <= lost_head;
            error_q <= {head & ~has_credit, comes_with_credit & route_exists & ~accept,
                        comes_with_credit & ~route_exists, first_stray & ended_q, is_cut,
                        first_stray & ~ended_q};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            credits_out_q <= 5'd16;
        end else if (takes_credit && !credit_back) begin
            credits_out_q <= credits_out_q - 5'd1;
        end else if (credit_back && !takes_credit && credits_out_q != 5'd16) begin
            credits_out_q <= credits_out_q + 5'd1;
        end
    end

    always @(posedge clk) begin
        accept_q <= accept;
    end

    always @(posedge clk) begin
        if (rst) begin
            credits_owed_q <= 5'd0;
        end else if (refused_or_lost && !pays) begin
            credits_owed_q <= credits_owed_q + 5'd1;
        end else if (pays && !refused_or_lost) begin
            credits_owed_q <= credits_owed_q - 5'd1;
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
            // only cells that have come leave the buffer
            if (freed
             && {1'b0, credits_out_q} + {1'b0, credits_owed_q} + {5'd0, refused_or_lost}
             >= 6'd16) begin
                $display("RTLGEN_ASSERT %m freed_once fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_cell_guard
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // only cells that have come leave the buffer
            freed_once: `RTLGEN_CONTRACT (!freed
                                       || {1'b0, credits_out_q}
                                        + {1'b0, credits_owed_q}
                                        + {5'd0, refused_or_lost}
                                        < 6'd16);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
