// SPDX-License-Identifier: Apache-2.0
// regs_sample: registers of each kind behind AXI4-Lite, an example  ports = 3, bits = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module regs_sample (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high

    // the bus
    input  wire        s_axil_awvalid,  // an address to write to is offered
    output wire        s_axil_awready,  // it is taken, a function of registers
    input  wire [7:0]  s_axil_awaddr,   // the address; the two lowest bits are ignored
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
    input  wire [7:0]  s_axil_araddr,   // the address; the two lowest bits are ignored
    input  wire [2:0]  s_axil_arprot,   // ignored
    output wire        s_axil_rvalid,   // a read is answered, a register
    input  wire        s_axil_rready,   // the answer is taken
    output wire [31:0] s_axil_rdata,    // what was read, a register; unknown without rvalid
    output wire [1:0]  s_axil_rresp,    // 0 OKAY, 2 SLVERR, a register; unknown without rvalid

    input  wire [9:0]  causes,          // events of the pending bits
    input  wire [7:0]  level,           // the status
    input  wire [2:0]  errors,          // events of the counters
    output wire        irq,             // a pending bit is 1 that is enabled, a function of
                                        // registers
    output wire [26:0] xoff,            // the settings, registers
    output wire [2:0]  clear,           // the commands, registers
    output wire [23:0] counts           // the counters, registers
);

    (* mem2reg *)
    reg [8:0]  port_xoff_xoff_q [0:2];      // packets from which on Xoff is sent
    (* mem2reg *)
    reg        port_xoff_clear_q [0:2];     // clears the queue
    (* mem2reg *)
    reg [7:0]  port_errors_errors_q [0:2];  // since the last read
    reg [9:0]  irq_enable_causes_q;         // which causes raise the interrupt
    reg [9:0]  irq_pending_causes_q;        // since they were cleared
    reg        answer_valid_q;              // req_valid of bus, one cycle later
    reg        answer_error_q;              // no register is at the address
    reg [31:0] answer_data_q;               // word of the register that was asked for

    wire         reads;
    wire         writes;
    wire [31:0]  written_bits;
    wire         at_irq_enable;
    wire         at_irq_pending;
    reg  [2:0]   at_port_xoff;
    reg  [2:0]   at_port_errors;
    wire [7:0]   hits;
    wire [255:0] words;
    wire         interrupt_now;
    wire         bus_req_valid;
    wire         bus_req_write;
    wire [7:0]   bus_req_address;
    wire [31:0]  bus_req_data;
    wire [3:0]   bus_req_strobes;

    wire unused_address_in_word = &{1'b0, bus_req_address[1:0]};
    wire unused_bits_of_no_field = &{1'b0, bus_req_data[13], written_bits[13], bus_req_data[14],
                                     written_bits[14], bus_req_data[15], written_bits[15],
                                     bus_req_data[16], written_bits[16], bus_req_data[17],
                                     written_bits[17], bus_req_data[18], written_bits[18],
                                     bus_req_data[19], written_bits[19], bus_req_data[20],
                                     written_bits[20], bus_req_data[21], written_bits[21],
                                     bus_req_data[22], written_bits[22], bus_req_data[23],
                                     written_bits[23], bus_req_data[24], written_bits[24],
                                     bus_req_data[25], written_bits[25], bus_req_data[26],
                                     written_bits[26], bus_req_data[27], written_bits[27],
                                     bus_req_data[28], written_bits[28], bus_req_data[29],
                                     written_bits[29], bus_req_data[30], written_bits[30]};

`ifdef RTLGEN_CHECKS
    // The lowest 1 alone.
    function [7:0] lowest_one_8(input [7:0] bits);
        reg [7:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_8 = bits & ~(up_to << 1);
        end
    endfunction
`endif

    // The lane of 32 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [31:0] one_hot_mux_8x32(input [7:0] select, input [255:0] lanes);
        integer n;
        begin
            one_hot_mux_8x32 = 32'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x32 = one_hot_mux_8x32 | ({32{select[n]}} & lanes[n*32 +: 32]);
        end
    endfunction

    regs_axil_address8 bus (
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

    assign reads  = bus_req_valid && !bus_req_write;
    assign writes = bus_req_valid && bus_req_write;
    assign written_bits = {{8{bus_req_strobes[3]}}, {8{bus_req_strobes[2]}},
                           {8{bus_req_strobes[1]}}, {8{bus_req_strobes[0]}}};
    assign at_irq_enable  = bus_req_address[7:2] == 6'd0;
    assign at_irq_pending = bus_req_address[7:2] == 6'd1;
    assign hits           = {at_port_errors, at_port_xoff, at_irq_pending, at_irq_enable};
    assign words = {24'd0, port_errors_errors_q[2], 24'd0, port_errors_errors_q[1], 24'd0,
                    port_errors_errors_q[0], 19'd0, port_xoff_xoff_q[2], 4'd0, 19'd0,
                    port_xoff_xoff_q[1], 4'd0, 19'd0, port_xoff_xoff_q[0], 4'd0, 12'd0, level,
                    irq_pending_causes_q, 2'd0, 22'd0, irq_enable_causes_q};
    assign interrupt_now = |(irq_pending_causes_q & irq_enable_causes_q);
    assign irq           = interrupt_now;
    assign xoff          = {port_xoff_xoff_q[2], port_xoff_xoff_q[1], port_xoff_xoff_q[0]};
    assign clear         = {port_xoff_clear_q[2], port_xoff_clear_q[1], port_xoff_clear_q[0]};
    assign counts = {port_errors_errors_q[2], port_errors_errors_q[1], port_errors_errors_q[0]};

    always @* begin : update_at_port_xoff
        integer i;
        for (i = 0; i < 3; i = i + 1) begin
            at_port_xoff[i] = bus_req_address[7:2] == {4'd0, i[1:0]} + 6'd16;
        end
    end

    always @* begin : update_at_port_errors
        integer i;
        for (i = 0; i < 3; i = i + 1) begin
            at_port_errors[i] = bus_req_address[7:2] == {4'd0, i[1:0]} + 6'd32;
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

    always @(posedge clk) begin : update_port_xoff_xoff_q
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 3; n = n + 1) port_xoff_xoff_q[n] <= 9'd10;
        end else begin
            for (i = 0; i < 3; i = i + 1) begin
                port_xoff_xoff_q[i] <= (port_xoff_xoff_q[i]
                                      & ~({9{writes & at_port_xoff[i]}} & written_bits[12:4]))
                                     | (bus_req_data[12:4]
                                      & {9{writes & at_port_xoff[i]}}
                                      & written_bits[12:4]);
            end
        end
    end

    always @(posedge clk) begin : update_port_xoff_clear_q
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 3; n = n + 1) port_xoff_clear_q[n] <= 1'b0;
        end else begin
            for (i = 0; i < 3; i = i + 1) begin
                port_xoff_clear_q[i] <= bus_req_data[31]
                                     && writes
                                     && at_port_xoff[i]
                                     && written_bits[31];
            end
        end
    end

    always @(posedge clk) begin : update_port_errors_errors_q
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 3; n = n + 1) port_errors_errors_q[n] <= 8'd0;
        end else begin
            for (i = 0; i < 3; i = i + 1) begin
                if (reads && at_port_errors[i]) begin
                    port_errors_errors_q[i] <= {7'd0, errors[i]};
                end else if (errors[i] && port_errors_errors_q[i] != 8'd255) begin
                    port_errors_errors_q[i] <= port_errors_errors_q[i] + 8'd1;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            irq_enable_causes_q <= 10'd513;
            irq_pending_causes_q <= 10'd0;
            answer_valid_q <= 1'b0;
        end else begin
            irq_enable_causes_q <= (irq_enable_causes_q
                                  & ~({10{writes & at_irq_enable}} & written_bits[9:0]))
                                 | (bus_req_data[9:0]
                                  & {10{writes & at_irq_enable}}
                                  & written_bits[9:0]);
            irq_pending_causes_q <= (irq_pending_causes_q
                                   & ~(bus_req_data[11:2]
                                     & {10{writes & at_irq_pending}}
                                     & written_bits[11:2]))
                                  | causes;
            answer_valid_q <= bus_req_valid;
        end
    end

    always @(posedge clk) begin
        answer_error_q <= !(|hits);
        answer_data_q <= one_hot_mux_8x32(hits, words);
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
            if (hits != lowest_one_8(hits)) begin
                $display("RTLGEN_ASSERT %m one_register_at_an_address fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_regs_sample
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            one_register_at_an_address: assert (hits == lowest_one_8(hits));
        end
    end
`endif

endmodule

`default_nettype wire
