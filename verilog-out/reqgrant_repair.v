// SPDX-License-Identifier: Apache-2.0
// reqgrant_repair: answers audits: makes lost requests and acknowledgements again, and takes lost grants back
//
// nodes = 16, paths = 4, g = 16, b_reasm = 64, max_p = 2, watch = 10
`default_nettype none

module reqgrant_repair (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high

    // an audit arrives
    input  wire        audit_valid,     // there is one
    input  wire [3:0]  audit_node,      // adapter that it comes from; all fields unknown while not
                                        // valid
    input  wire [4:0]  audit_pending,   // segments that it has requested and that are not granted
    input  wire        audit_unsol,     // its unsolicited segment is not acknowledged
    input  wire [13:0] audit_seq,       // number of the next segment that it sends

    // a request arrives
    input  wire        req_valid,       // there is one
    input  wire [3:0]  req_node,        // adapter at the other end; unknown while not valid
    input  wire [4:0]  req_count,       // segments; unknown while not valid

    // a grant of the own arbiter
    input  wire        gnt_valid,       // there is one
    input  wire [3:0]  gnt_node,        // adapter at the other end; unknown while not valid
    input  wire [4:0]  gnt_count,       // segments; unknown while not valid

    // segments
    input  wire        seg_valid,       // a segment arrives
    input  wire [3:0]  seg_src,         // adapter that it comes from; all fields unknown while not
                                        // valid
    input  wire        seg_unsol,       // sent without a grant
    input  wire [6:0]  seg_gap,         // segments of its flow that got lost on its path, right
                                        // before it; beat mode: 0

    // an unsolicited segment from the adapter has left
    input  wire        left_valid,      // it happens
    input  wire [3:0]  left_node,       // adapter at the other end; unknown while not valid

    input  wire        arrived,         // a granted segment has left the fabric, or is lost
    input  wire [1:0]  released,        // slots of the reassembly buffer that are free again
    input  wire        tick,            // a segment time of the external line begins

    // what waits in the own ingress
    output wire [3:0]  owed_node,       // adapter of the audit, a register
    input  wire        owed_some,       // in the same cycle: grants or an acknowledgement wait to
                                        // be sent to it

    // to the arbiter; combinational
    output wire        req_out_valid,   // there is one
    output wire [3:0]  req_out_node,    // adapter at the other end; unknown while not valid
    output wire [4:0]  req_out_count,   // segments; unknown while not valid

    output wire        arrived_out,     // to the arbiter: a granted segment has left the fabric, or
                                        // is lost; combinational
    output wire [1:0]  released_out,    // to the arbiter; combinational

    // to the ingress; combinational
    output wire        left_out_valid,  // it happens
    output wire [3:0]  left_out_node,   // adapter at the other end; unknown while not valid

    // a granted segment is lost; combinational
    output wire        lost_valid,      // it happens
    output wire [3:0]  lost_node,       // adapter at the other end; unknown while not valid

    // cell mode: segments of a flow are lost; registered
    output wire        settle_valid,    // it happens
    output wire [3:0]  settle_node,     // adapter that the flow comes from; all fields unknown
                                        // while not valid
    output wire [13:0] settle_seq,      // number of the first segment that may come

    input  wire        settling         // the parser or the egress enters that, from the next cycle
                                        // on
);

    localparam [1:0] STEP_IDLE  = 2'd0;
    localparam [1:0] STEP_CHECK = 2'd1;
    localparam [1:0] STEP_FIX   = 2'd2;

    reg [4:0]  init_q;           // table addresses initialised since reset
    reg [1:0]  step_q;           // step of the answer to an audit
    reg [3:0]  audit_node_q;     // adapter that the flow comes from; all fields unknown while not
                                 // valid
    reg [4:0]  audit_pending_q;  // segments that the audited flow waits to be granted
    reg        audit_unsol_q;    // its unsolicited segment is not acknowledged
    reg [13:0] audit_seq_q;      // number of the next segment that it sends
    reg [4:0]  missing_q;        // segments to be requested again
    reg [6:0]  lost_q;           // lost segments whose credits are to be given back
    reg        again_q;          // an acknowledgement is to be made again
    reg        settles_q;        // counts, one cycle later
    reg [9:0]  count_q;          // ticks of this period
    reg [15:0] heard_q;          // flows of which something was heard in this period
    reg [15:0] heard_before_q;   // flows of which something was heard in the last period

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0] asked [0:15];  // segments requested, modulo, by adapter
    wire [6:0] audit_asked;
    wire [6:0] req_asked;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0] given [0:15];  // segments granted, modulo, by adapter
    wire [6:0] audit_given;
    wire [6:0] gnt_given;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0] came [0:15];   // granted segments come or given back, modulo, by adapter
    wire [6:0] audit_came;
    wire [6:0] seg_came;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg        seen [0:15];   // unsolicited segments come, modulo 2, by adapter
    wire       audit_seen;
    wire       seg_seen;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg        gone [0:15];   // unsolicited segments that left, modulo 2, by adapter
    wire       audit_gone;
    wire       left_gone;

    wire        fixing;
    wire        counts;
    wire        period;
    wire [15:0] heard;
    wire        quiet;
    wire        asks;
    wire [3:0]  asked_by;
    wire [4:0]  asked_for;
    wire [3:0]  asked_addr;
    wire [6:0]  asked_data;
    wire [3:0]  given_addr;
    wire [6:0]  given_data;
    wire        tells;
    wire [3:0]  gone_addr;
    wire        gone_data;
    wire [3:0]  seen_addr;
    wire        seen_data;
    wire        returns;
    wire [3:0]  came_node;
    wire [6:0]  seg_more;
    wire [3:0]  came_addr;
    wire [6:0]  came_data;

    assign fixing       = step_q == STEP_FIX;
    assign settle_valid = settles_q;
    assign settle_node  = audit_node_q;
    assign settle_seq   = audit_seq_q;
    assign owed_node    = audit_node_q;
    assign period       = tick && (&count_q);
    assign heard = (period ? 16'd0 : heard_q)
                 | 16'd0
                 | (req_valid ? 16'd1 << req_node : 16'd0)
                 | (gnt_valid ? 16'd1 << gnt_node : 16'd0)
                 | (seg_valid ? 16'd1 << seg_src : 16'd0)
                 | (left_valid ? 16'd1 << left_node : 16'd0);
    assign quiet          = !(heard_q[audit_node_q] || heard_before_q[audit_node_q]);
    assign counts         = step_q == STEP_CHECK && quiet && !owed_some;
    assign asks           = fixing && missing_q != 5'd0 && !req_valid;
    assign req_out_valid  = req_valid || asks;
    assign asked_by       = req_valid ? req_node : audit_node_q;
    assign asked_for      = req_valid ? req_count : missing_q;
    assign req_out_node   = asked_by;
    assign req_out_count  = asked_for;
    assign asked_addr     = !init_q[4] ? init_q[3:0] : asked_by;
    assign asked_data     = !init_q[4] ? 7'd0 : req_asked + {2'd0, asked_for};
    assign given_addr     = !init_q[4] ? init_q[3:0] : gnt_node;
    assign given_data     = !init_q[4] ? 7'd0 : gnt_given + {2'd0, gnt_count};
    assign tells          = fixing && again_q && !left_valid;
    assign left_out_valid = left_valid || tells;
    assign left_out_node  = left_valid ? left_node : audit_node_q;
    assign gone_addr      = !init_q[4] ? init_q[3:0] : left_node;
    assign gone_data      = !init_q[4] ? 1'b0 : !left_gone;
    assign seen_addr      = !init_q[4] ? init_q[3:0] : seg_src;
    assign seen_data      = !init_q[4] ? 1'b0 : !seg_seen;
    assign returns        = fixing && lost_q != 7'd0 && !(seg_valid || arrived) && released == 2'd0;
    assign arrived_out    = arrived || returns;
    assign released_out   = released | {1'b0, returns};
    assign came_node      = seg_valid ? seg_src : audit_node_q;
    assign seg_more       = seg_gap + {6'd0, ~seg_unsol};
    assign came_addr      = !init_q[4] ? init_q[3:0] : came_node;
    assign came_data      = !init_q[4] ? 7'd0 : seg_came + (seg_valid ? seg_more : 7'd1);
    assign lost_valid     = returns;
    assign lost_node      = audit_node_q;

    always @(posedge clk) begin
        if (req_valid || asks || !init_q[4]) asked[asked_addr] <= asked_data;
    end

    assign audit_asked = asked[audit_node_q];

    assign req_asked = asked[asked_by];

    always @(posedge clk) begin
        if (gnt_valid || !init_q[4]) given[given_addr] <= given_data;
    end

    assign audit_given = given[audit_node_q];

    assign gnt_given = given[gnt_node];

    always @(posedge clk) begin
        if (seg_valid || returns || !init_q[4]) came[came_addr] <= came_data;
    end

    assign audit_came = came[audit_node_q];

    assign seg_came = came[came_node];

    always @(posedge clk) begin
        if ((seg_valid && seg_unsol) || !init_q[4]) seen[seen_addr] <= seen_data;
    end

    assign audit_seen = seen[audit_node_q];

    assign seg_seen = seen[seg_src];

    always @(posedge clk) begin
        if (left_valid || !init_q[4]) gone[gone_addr] <= gone_data;
    end

    assign audit_gone = gone[audit_node_q];

    assign left_gone = gone[left_node];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [36:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[4:0], memory_fill};
        end
        {audit_node_q, audit_pending_q, audit_unsol_q, audit_seq_q, missing_q, lost_q,
         again_q} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            asked[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            given[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            came[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            seen[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            gone[memory_word] = memory_fill[31];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 5'd0;
            step_q <= 2'd0;
            settles_q <= 1'b0;
            count_q <= 10'd0;
            heard_q <= 16'd0;
            heard_before_q <= 16'd0;
        end else begin
            if (!init_q[4]) init_q <= init_q + 5'd1;
            if (audit_valid && step_q == STEP_IDLE) step_q <= STEP_CHECK;
            if (step_q == STEP_CHECK) step_q <= counts ? STEP_FIX : STEP_IDLE;
            if (fixing
             && missing_q == 5'd0
             && !again_q
             && lost_q == 7'd0
             && !(settles_q || settling)) begin
                step_q <= STEP_IDLE;
            end
            settles_q <= counts;
            if (tick) count_q <= count_q + 10'd1;
            heard_q <= heard;
            if (period) heard_before_q <= heard_q;
        end
    end

    always @(posedge clk) begin
        if (audit_valid && step_q == STEP_IDLE) begin
            audit_node_q <= audit_node;
            audit_pending_q <= audit_pending;
            audit_unsol_q <= audit_unsol;
            audit_seq_q <= audit_seq;
        end
    end

    always @(posedge clk) begin
        if (step_q == STEP_CHECK) begin
            missing_q <= audit_pending_q - (audit_asked[4:0] - audit_given[4:0]);
            lost_q <= audit_given - audit_came;
            again_q <= audit_unsol_q && !(audit_seen != audit_gone);
        end
        if (asks) missing_q <= 5'd0;
        if (tells) again_q <= 1'b0;
        if (returns) lost_q <= lost_q - 7'd1;
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
            // what is settled was told before
            if (settling && (!fixing || settles_q)) begin
                $display("RTLGEN_ASSERT %m settling_answers fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no request before the tables are initialised
            if (req_valid && !init_q[4]) begin
                $display("RTLGEN_ASSERT %m ready_before_request fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_repair
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // what is settled was told before
            settling_answers: `RTLGEN_CONTRACT (!settling || (fixing && !settles_q));
            // no request before the tables are initialised
            ready_before_request: `RTLGEN_CONTRACT (!req_valid || init_q[4]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_audit_asked = &{1'b0, audit_asked[6:5]};

endmodule

`default_nettype wire
