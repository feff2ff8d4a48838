// SPDX-License-Identifier: Apache-2.0
// regs_axil: slave of AXI4-Lite in front of registers  address = 12
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module regs_axil (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high

    // the bus
    input  wire        s_axil_awvalid,  // an address to write to is offered
    output wire        s_axil_awready,  // it is taken, a function of registers
    input  wire [11:0] s_axil_awaddr,   // the address; the two lowest bits are ignored
    input  wire [2:0]  s_axil_awprot,   // ignored
    input  wire        s_axil_wvalid,   // data are offered
    output wire        s_axil_wready,   // they are taken, a function of registers
    input  wire [31:0] s_axil_wdata,    // what is written
    input  wire [3:0]  s_axil_wstrb,    // which of its bytes are
    output wire        s_axil_bvalid,   // a write is answered, a register
    input  wire        s_axil_bready,   // the answer is taken
    output wire [1:0]  s_axil_bresp,    // 0 OKAY, 2 SLVERR, a register; unknown without bvalid
    input  wire        s_axil_arvalid,  // an address to read from is offered
    output wire        s_axil_arready,  // it is taken, a function of registers
    input  wire [11:0] s_axil_araddr,   // the address; the two lowest bits are ignored
    input  wire [2:0]  s_axil_arprot,   // ignored
    output wire        s_axil_rvalid,   // a read is answered, a register
    input  wire        s_axil_rready,   // the answer is taken
    output wire [31:0] s_axil_rdata,    // what was read, a register; unknown without rvalid
    output wire [1:0]  s_axil_rresp,    // 0 OKAY, 2 SLVERR, a register; unknown without rvalid

    // to the registers: valid and write are registers, the others functions of registers
    output wire        req_valid,       // a register is accessed
    output wire        req_write,       // it is written, else read; unknown without valid
    output wire [11:0] req_address,     // of a byte in it; unknown without valid
    output wire [31:0] req_data,        // what is written; unknown without valid and write
    output wire [3:0]  req_strobes,     // which bytes are written; unknown without valid and write

    // from them, a cycle after the request or later
    input  wire        answer_valid,    // the access is answered
    input  wire        answer_error,    // there is no register at the address
    input  wire [31:0] answer_data      // what was read
);

    reg        aw_held;      // a word of the channel waits for its access
    reg [11:0] aw_payload;   // the word that waits for its access
    reg        w_held;       // a word of the channel waits for its access
    reg [35:0] w_payload;    // the word that waits for its access
    reg        ar_held;      // a word of the channel waits for its access
    reg [11:0] ar_payload;   // the word that waits for its access
    reg        asked;        // an access has no answer yet
    reg        asked_write;  // it is written, else read; unknown without valid
    reg        req_valid_q;  // a register is accessed
    reg        b_busy;       // no response to the access was taken yet
    reg        b_valid_q;    // a write is answered, a register
    reg        r_busy;       // no response to the access was taken yet
    reg        r_valid_q;    // a read is answered, a register
    reg [1:0]  b_payload;    // the response that is offered
    reg [33:0] r_payload;    // the response that is offered

    wire writes;
    wire reads;
    wire asks;

`ifdef RTLGEN_CHECKS
    reg        aw_waits;  // a word was offered and not taken
    reg [11:0] aw_was;    // what was offered one cycle ago
    reg        w_waits;   // a word was offered and not taken
    reg [35:0] w_was;     // what was offered one cycle ago
    reg        ar_waits;  // a word was offered and not taken
    reg [11:0] ar_was;    // what was offered one cycle ago
    reg        b_waits;   // the response was offered and not taken
    reg [1:0]  b_was;     // b_payload, one cycle later
    reg        r_waits;   // the response was offered and not taken
    reg [33:0] r_was;     // r_payload, one cycle later
`endif

    wire unused_protection = &{1'b0, s_axil_awprot, s_axil_arprot};

    assign s_axil_awready = !aw_held;
    assign s_axil_wready  = !w_held;
    assign s_axil_arready = !ar_held;
    assign s_axil_bvalid  = b_valid_q;
    assign s_axil_rvalid  = r_valid_q;
    assign writes         = aw_held && w_held && !asked && !b_busy;
    assign reads          = ar_held && !asked && !r_busy && !writes;
    assign asks           = writes || reads;
    assign req_valid      = req_valid_q;
    assign req_write      = asked_write;
    assign req_address    = asked_write ? aw_payload : ar_payload;
    assign req_data       = w_payload[31:0];
    assign req_strobes    = w_payload[35:32];
    assign s_axil_bresp   = b_payload;
    assign s_axil_rdata   = r_payload[31:0];
    assign s_axil_rresp   = r_payload[33:32];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [96:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[64:0], memory_fill};
        end
        {aw_payload, w_payload, ar_payload, asked_write, b_payload, r_payload} = memory_bits;
`ifdef RTLGEN_CHECKS
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        aw_was = memory_fill[31:20];
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            w_was = {w_was[3:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        ar_was = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        b_was = memory_fill[31:30];
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            r_was = {r_was[1:0], memory_fill};
        end
`endif
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            aw_held <= 1'b0;
            w_held <= 1'b0;
            ar_held <= 1'b0;
            req_valid_q <= 1'b0;
        end else begin
            if (s_axil_awvalid && !aw_held) aw_held <= 1'b1;
            if (writes) aw_held <= 1'b0;
            if (s_axil_wvalid && !w_held) w_held <= 1'b1;
            if (writes) w_held <= 1'b0;
            if (s_axil_arvalid && !ar_held) ar_held <= 1'b1;
            if (reads) ar_held <= 1'b0;
            req_valid_q <= asks;
        end
    end

    always @(posedge clk) begin
        if (s_axil_awvalid && !aw_held) aw_payload <= s_axil_awaddr;
        if (s_axil_wvalid && !w_held) w_payload <= {s_axil_wstrb, s_axil_wdata};
        if (s_axil_arvalid && !ar_held) ar_payload <= s_axil_araddr;
        if (asks) asked_write <= writes;
        if (answer_valid && asked_write) b_payload <= {answer_error, 1'b0};
        if (answer_valid && !asked_write) r_payload <= {answer_error, 1'b0, answer_data};
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            aw_waits <= 1'b0;
            w_waits <= 1'b0;
            ar_waits <= 1'b0;
            b_waits <= 1'b0;
            r_waits <= 1'b0;
        end else begin
            aw_waits <= s_axil_awvalid && aw_held;
            w_waits <= s_axil_wvalid && w_held;
            ar_waits <= s_axil_arvalid && ar_held;
            b_waits <= b_valid_q && !s_axil_bready;
            r_waits <= r_valid_q && !s_axil_rready;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        aw_was <= s_axil_awaddr;
        w_was <= {s_axil_wstrb, s_axil_wdata};
        ar_was <= s_axil_araddr;
        b_was <= b_payload;
        r_was <= r_payload;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            asked <= 1'b0;
        end else if (asks) begin
            asked <= 1'b1;
        end else if (answer_valid) begin
            asked <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            b_busy <= 1'b0;
        end else if (writes) begin
            b_busy <= 1'b1;
        end else if (b_valid_q && s_axil_bready) begin
            b_busy <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            b_valid_q <= 1'b0;
        end else if (answer_valid && asked_write) begin
            b_valid_q <= 1'b1;
        end else if (s_axil_bready) begin
            b_valid_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            r_busy <= 1'b0;
        end else if (reads) begin
            r_busy <= 1'b1;
        end else if (r_valid_q && s_axil_rready) begin
            r_busy <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            r_valid_q <= 1'b0;
        end else if (answer_valid && !asked_write) begin
            r_valid_q <= 1'b1;
        end else if (s_axil_rready) begin
            r_valid_q <= 1'b0;
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
            // valid and what goes with it stay until ready
            if (aw_waits && (!s_axil_awvalid || s_axil_awaddr != aw_was)) begin
                $display("RTLGEN_ASSERT %m aw_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // valid and what goes with it stay until ready
            if (w_waits && (!s_axil_wvalid || {s_axil_wstrb, s_axil_wdata} != w_was)) begin
                $display("RTLGEN_ASSERT %m w_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // valid and what goes with it stay until ready
            if (ar_waits && (!s_axil_arvalid || s_axil_araddr != ar_was)) begin
                $display("RTLGEN_ASSERT %m ar_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // valid and what goes with it stay until ready
            if (b_waits && (!b_valid_q || b_payload != b_was)) begin
                $display("RTLGEN_ASSERT %m b_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (b_valid_q && !b_busy) begin
                $display("RTLGEN_ASSERT %m b_answers_a_request fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (answer_valid && asked_write && (!b_busy || b_valid_q)) begin
                $display("RTLGEN_ASSERT %m b_has_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // valid and what goes with it stay until ready
            if (r_waits && (!r_valid_q || r_payload != r_was)) begin
                $display("RTLGEN_ASSERT %m r_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (r_valid_q && !r_busy) begin
                $display("RTLGEN_ASSERT %m r_answers_a_request fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (answer_valid && !asked_write && (!r_busy || r_valid_q)) begin
                $display("RTLGEN_ASSERT %m r_has_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // registers answer what they were asked, once
            if (answer_valid && (!asked || req_valid_q)) begin
                $display("RTLGEN_ASSERT %m answer_to_a_request fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (asked && !(asked_write ? b_busy : r_busy)) begin
                $display("RTLGEN_ASSERT %m asked_for_a_response fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_regs_axil
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // valid and what goes with it stay until ready
            aw_stays: `RTLGEN_CONTRACT (!aw_waits || (s_axil_awvalid && s_axil_awaddr == aw_was));
            // valid and what goes with it stay until ready
            w_stays: `RTLGEN_CONTRACT (!w_waits
                                    || (s_axil_wvalid && {s_axil_wstrb, s_axil_wdata} == w_was));
            // valid and what goes with it stay until ready
            ar_stays: `RTLGEN_CONTRACT (!ar_waits || (s_axil_arvalid && s_axil_araddr == ar_was));
            // valid and what goes with it stay until ready
            b_stays: assert (!b_waits || (b_valid_q && b_payload == b_was));
            b_answers_a_request: assert (!b_valid_q || b_busy);
            b_has_room: assert (!(answer_valid && asked_write) || (b_busy && !b_valid_q));
            // valid and what goes with it stay until ready
            r_stays: assert (!r_waits || (r_valid_q && r_payload == r_was));
            r_answers_a_request: assert (!r_valid_q || r_busy);
            r_has_room: assert (!(answer_valid && !asked_write) || (r_busy && !r_valid_q));
            // registers answer what they were asked, once
            answer_to_a_request: `RTLGEN_CONTRACT (!answer_valid || (asked && !req_valid_q));
            asked_for_a_response: assert (!asked || (asked_write ? b_busy : r_busy));
            address_before_data: cover (aw_held && !w_held);
            data_before_address: cover (w_held && !aw_held);
            write_before_read: cover (writes && ar_held);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
