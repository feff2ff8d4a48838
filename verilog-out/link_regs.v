// SPDX-License-Identifier: Apache-2.0
// link_regs: the errors of the ports of a switch as registers behind AXI4-Lite
//
// ports = 8, error_bits = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module link_regs (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high

    // the bus
    input  wire         s_axil_awvalid,  // an address to write to is offered
    output wire         s_axil_awready,  // it is taken, a function of registers
    input  wire [9:0]   s_axil_awaddr,   // the address; the two lowest bits are ignored
    input  wire [2:0]   s_axil_awprot,   // ignored
    input  wire         s_axil_wvalid,   // data are offered
    output wire         s_axil_wready,   // they are taken, a function of registers
    input  wire [31:0]  s_axil_wdata,    // what is written
    input  wire [3:0]   s_axil_wstrb,    // which of its bytes are
    output wire         s_axil_bvalid,   // a write is answered, a register
    input  wire         s_axil_bready,   // the answer is taken
    output wire [1:0]   s_axil_bresp,    // 0 OKAY, 2 SLVERR, a register; unknown without bvalid
    input  wire         s_axil_arvalid,  // an address to read from is offered
    output wire         s_axil_arready,  // it is taken, a function of registers
    input  wire [9:0]   s_axil_araddr,   // the address; the two lowest bits are ignored
    input  wire [2:0]   s_axil_arprot,   // ignored
    output wire         s_axil_rvalid,   // a read is answered, a register
    input  wire         s_axil_rready,   // the answer is taken
    output wire [31:0]  s_axil_rdata,    // what was read, a register; unknown without rvalid
    output wire [1:0]   s_axil_rresp,    // 0 OKAY, 2 SLVERR, a register; unknown without rvalid

    // the pins err of the switch, a lane per port
    output wire [7:0]   err_clear,       // clears the errors of the port, a register
    input  wire [63:0]  err_seen,        // causes since the last clear
    input  wire [511:0] err_counts,      // errors of each cause since the last clear

    output wire         irq              // a port has had an error, a function of registers
);

    (* mem2reg *)
    reg        port_status_clear_q [0:7];  // a 1 clears the causes and the counters of the port
    reg [7:0]  irq_enable_ports_q;         // ports whose errors raise the interrupt
    reg [7:0]  irq_pending_ports_q;        // ports with an error; stays while port_status.seen is
                                           // not 0
    reg        answer_valid_q;             // req_valid of bus, one cycle later
    reg        answer_error_q;             // no register is at the address
    reg [31:0] answer_data_q;              // word of the register that was asked for

    wire [7:0]   ports_with_errors;
    wire         writes;
    wire [31:0]  written_bits;
    wire         at_irq_enable;
    wire         at_irq_pending;
    reg  [7:0]   at_port_status;
    reg  [7:0]   at_port_counts_0;
    reg  [7:0]   at_port_counts_1;
    wire [25:0]  hits;
    wire [831:0] words;
    wire         interrupt_now;
    wire         bus_req_valid;
    wire         bus_req_write;
    wire [9:0]   bus_req_address;
    wire [31:0]  bus_req_data;
    wire [3:0]   bus_req_strobes;

    wire unused_address_in_word = &{1'b0, bus_req_address[1:0]};
    wire unused_bits_of_no_field = &{1'b0, bus_req_data[8], written_bits[8], bus_req_data[9],
                                     written_bits[9], bus_req_data[10], written_bits[10],
                                     bus_req_data[11], written_bits[11], bus_req_data[12],
                                     written_bits[12], bus_req_data[13], written_bits[13],
                                     bus_req_data[14], written_bits[14], bus_req_data[15],
                                     written_bits[15], bus_req_data[16], written_bits[16],
                                     bus_req_data[17], written_bits[17], bus_req_data[18],
                                     written_bits[18], bus_req_data[19], written_bits[19],
                                     bus_req_data[20], written_bits[20], bus_req_data[21],
                                     written_bits[21], bus_req_data[22], written_bits[22],
                                     bus_req_data[23], written_bits[23], bus_req_data[24],
                                     written_bits[24], bus_req_data[25], written_bits[25],
                                     bus_req_data[26], written_bits[26], bus_req_data[27],
                                     written_bits[27], bus_req_data[28], written_bits[28],
                                     bus_req_data[29], written_bits[29], bus_req_data[30],
                                     written_bits[30]};

`ifdef RTLGEN_CHECKS
    // The lowest 1 alone.
    function [25:0] lowest_one_26(input [25:0] bits);
        reg [25:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4) | (up_to << 8) | (up_to << 12);
            up_to = up_to | (up_to << 16);
            lowest_one_26 = bits & ~(up_to << 1);
        end
    endfunction
`endif

    // The lane of 32 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [31:0] one_hot_mux_26x32(input [25:0] select, input [831:0] lanes);
        integer n;
        begin
            one_hot_mux_26x32 = 32'd0;
            for (n = 0; n < 26; n = n + 1)
                one_hot_mux_26x32 = one_hot_mux_26x32 | ({32{select[n]}} & lanes[n*32 +: 32]);
        end
    endfunction

    regs_axil_address10 bus (
        .clk            (clk),
        .rst            (rst),
        .s_axil_awvalid (s_axil_awvalid),
        .s_axil_awready (s_axil_awready),
        .s_axil_awaddr  (s_axil_awaddr),
        .s_axil_awprot  (s_axil_awprot),
        .s_axil_wvalid  (s_axil_wvalid),
        .s_axil_wready  (s_axil_wready),
        .s_axil_wdata   (s_axil_wdata),
        .s_axil_wstrb   (s_axil_wstrb),
        .s_axil_bvalid  (s_axil_bvalid),
        .s_axil_bready  (s_axil_bready),
        .s_axil_bresp   (s_axil_bresp),
        .s_axil_arvalid (s_axil_arvalid),
        .s_axil_arready (s_axil_arready),
        .s_axil_araddr  (s_axil_araddr),
        .s_axil_arprot  (s_axil_arprot),
        .s_axil_rvalid  (s_axil_rvalid),
        .s_axil_rready  (s_axil_rready),
        .s_axil_rdata   (s_axil_rdata),
        .s_axil_rresp   (s_axil_rresp),
        .req_valid      (bus_req_valid),
        .req_write      (bus_req_write),
        .req_address    (bus_req_address),
        .req_data       (bus_req_data),
        .req_strobes    (bus_req_strobes),
        .answer_valid   (answer_valid_q),
        .answer_error   (answer_error_q),
        .answer_data    (answer_data_q)
    );

    assign ports_with_errors = {|err_seen[63:56], |err_seen[55:48], |err_seen[47:40],
                                |err_seen[39:32], |err_seen[31:24], |err_seen[23:16],
                                |err_seen[15:8], |err_seen[7:0]};
    assign writes = bus_req_valid && bus_req_write;
    assign written_bits = {{8{bus_req_strobes[3]}}, {8{bus_req_strobes[2]}},
                           {8{bus_req_strobes[1]}}, {8{bus_req_strobes[0]}}};
    assign at_irq_enable  = bus_req_address[9:2] == 8'd0;
    assign at_irq_pending = bus_req_address[9:2] == 8'd1;
    assign hits = {at_port_counts_1, at_port_counts_0, at_port_status, at_irq_pending,
                   at_irq_enable};
    assign words = {err_counts[511:480], err_counts[447:416], err_counts[383:352],
                    err_counts[319:288], err_counts[255:224], err_counts[191:160],
                    err_counts[127:96], err_counts[63:32], err_counts[479:448], err_counts[415:384],
                    err_counts[351:320], err_counts[287:256], err_counts[223:192],
                    err_counts[159:128], err_counts[95:64], err_counts[31:0], 24'd0,
                    err_seen[63:56], 24'd0, err_seen[55:48], 24'd0, err_seen[47:40], 24'd0,
                    err_seen[39:32], 24'd0, err_seen[31:24], 24'd0, err_seen[23:16], 24'd0,
                    err_seen[15:8], 24'd0, err_seen[7:0], 24'd0, irq_pending_ports_q, 24'd0,
                    irq_enable_ports_q};
    assign interrupt_now = |(irq_pending_ports_q & irq_enable_ports_q);
    assign err_clear = {port_status_clear_q[7], port_status_clear_q[6], port_status_clear_q[5],
                        port_status_clear_q[4], port_status_clear_q[3], port_status_clear_q[2],
                        port_status_clear_q[1], port_status_clear_q[0]};
    assign irq = interrupt_now;

    always @* begin : update_at_port_status
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            at_port_status[i] = bus_req_address[9:2] == {5'd0, i[2:0]} + 8'd16;
        end
    end

    always @* begin : update_at_port_counts_0
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            at_port_counts_0[i] = bus_req_address[9:2] == {5'd0, i[2:0]} + 8'd64;
        end
    end

    always @* begin : update_at_port_counts_1
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            at_port_counts_1[i] = bus_req_address[9:2] == {5'd0, i[2:0]} + 8'd80;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [32:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[0], memory_fill};
        end
        {answer_error_q, answer_data_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_port_status_clear_q
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) port_status_clear_q[n] <= 1'b0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                port_status_clear_q[i] <= bus_req_data[31]
                                       && writes
                                       && at_port_status[i]
                                       && written_bits[31];
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            irq_enable_ports_q <= 8'd0;
            irq_pending_ports_q <= 8'd0;
            answer_valid_q <= 1'b0;
        end else begin
            irq_enable_ports_q <= (irq_enable_ports_q
                                 & ~({8{writes & at_irq_enable}} & written_bits[7:0]))
                                | (bus_req_data[7:0]
                                 & {8{writes & at_irq_enable}}
                                 & written_bits[7:0]);
            irq_pending_ports_q <= (irq_pending_ports_q
                                  & ~(bus_req_data[7:0]
                                    & {8{writes & at_irq_pending}}
                                    & written_bits[7:0]))
                                 | ports_with_errors;
            answer_valid_q <= bus_req_valid;
        end
    end

    always @(posedge clk) begin
        answer_error_q <= !(|hits);
        answer_data_q <= one_hot_mux_26x32(hits, words);
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
            if (hits != lowest_one_26(hits)) begin
                $display("RTLGEN_ASSERT %m one_register_at_an_address fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_link_regs
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            one_register_at_an_address: assert (hits == lowest_one_26(hits));
        end
    end
`endif

endmodule

`default_nettype wire
