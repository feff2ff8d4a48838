// SPDX-License-Identifier: Apache-2.0
// clos_nic: network interface without congestion management: a FIFO
//
// nodes = 16, paths = 4, queue = 64, credits = 100
`default_nettype none

module clos_nic (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [7:0]  node,          // number of this node

    // cells made
    input  wire        make_valid,    // pulse: a cell is made
    input  wire [7:0]  make_dst,      // its destination
    input  wire [31:0] make_tag,      // {number in its flow, cycle in which it was made}; unknown
                                      // while not valid
    output wire        make_refused,  // in the same cycle: it is refused

    // to the first stage, combinational
    output wire        tx_valid,      // a beat comes
    output wire        tx_head,       // it is the first of a segment: the header, with the route on
                                      // top. Unknown while not valid
    output wire        tx_tail,       // it is the last of a segment. Unknown while not valid
    output wire [95:0] tx_data,       // the beat; in cell mode header and tag. Unknown while not
                                      // valid
    input  wire        tx_credit      // back to the sender: a slot is free again
);

    wire        sends;
    wire [1:0]  path;
    wire [35:0] cells_rdata;
    wire        cells_empty;
    wire [6:0]  cells_count;
    wire [6:0]  credits_count;
    wire        credits_available;
    wire        credits_excess;

    wire unused_node_rest = &{1'b0, make_dst[7:4], node[7:4]};
    wire unused_counts = &{1'b0, cells_count, credits_count, credits_excess};

    fifo_width36_depth64 cells (
        .clk   (clk),
        .rst   (rst),
        .push  (make_valid),
        .wdata ({make_dst[3:0], make_tag}),
        .pop   (sends),
        .rdata (cells_rdata),
        .full  (make_refused),
        .empty (cells_empty),
        .count (cells_count)
    );

    credit_counter_max100 credits (
        .clk       (clk),
        .rst       (rst),
        .take      (sends),
        .give      (tx_credit),
        .count     (credits_count),
        .available (credits_available),
        .excess    (credits_excess)
    );

    assign sends    = !cells_empty && credits_available;
    assign path     = cells_rdata[25:24] + cells_rdata[33:32] + node[1:0];
    assign tx_valid = sends;
    assign tx_head  = sends;
    assign tx_tail  = sends;
    assign tx_data  = {1'b0, path, cells_rdata[35:32], node[3:0], 53'd0, cells_rdata[31:0]};

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
            // a credit comes only for a cell that was sent
            if (tx_credit && credits_count == 7'd100) begin
                $display("RTLGEN_ASSERT %m credit_of_a_sent_cell fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_clos_nic
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a credit comes only for a cell that was sent
            credit_of_a_sent_cell: `RTLGEN_CONTRACT (!tx_credit || credits_count != 7'd100);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
