// SPDX-License-Identifier: Apache-2.0
// recn_ru_ports4: routing unit: header memory and request register file
//
// ports = 4, slots = 64, saqs = 4
`default_nettype none

module recn_ru_ports4 (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high
    input  wire        sop,        // a packet starts
    input  wire [35:0] header,     // its routing header {turnpool, tptr}
    input  wire [5:0]  slot,       // its slot
    input  wire [1:0]  my_port,    // number of this port
    input  wire [5:0]  head_slot,  // the head that is looked up
    output wire        enq_valid,  // a packet enters the cold queue: sop of the cycle before, a
                                   // register
    output wire [5:0]  enq_slot,   // its slot, a register; unknown without enq_valid
    output wire [1:0]  enq_port,   // its output port, a function of registers; unknown without
                                   // enq_valid
    output wire [1:0]  head_port,  // its output port, combinational from head_slot
    output wire [30:0] head_turns  // its turns, aligned, combinational from head_slot
);

    reg        enq_valid_q;  // sop, one cycle later
    reg [5:0]  enq_slot_q;   // slot, one cycle later
    reg [30:0] enq_pool;     // turns of the packet, aligned in part
    reg [2:0]  enq_rest;     // bits by which they are still to be shifted

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [1:0]  rrf [0:63];  // output of the packet, by slot
    wire [1:0]  request;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [30:0] rim [0:63];  // turns of the packet, aligned, by slot
    wire [30:0] rim_word;

    wire [4:0]  enq_shift;
    wire [30:0] enq_aligned;
    wire [1:0]  outport;

    wire [30:0] header_turnpool = header[35:5];  // turns, the first on top; unused places are ones
    wire [4:0]  header_tptr = header[4:0];       // most significant bit of the present turn

    assign enq_valid   = enq_valid_q;
    assign enq_slot    = enq_slot_q;
    assign head_port   = request;
    assign enq_shift   = 5'd30 - header_tptr;
    assign enq_aligned = ~(~enq_pool << enq_rest);
    assign outport     = my_port + enq_aligned[30:29] + 2'd1;
    assign enq_port    = outport;
    assign head_turns  = rim_word;

    always @(posedge clk) begin
        if (enq_valid_q) rrf[enq_slot_q] <= outport;
    end

    assign request = rrf[head_slot];

    always @(posedge clk) begin
        if (enq_valid_q) rim[enq_slot_q] <= enq_aligned;
    end

    assign rim_word = rim[head_slot];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [39:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[7:0], memory_fill};
        end
        {enq_slot_q, enq_pool, enq_rest} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            rrf[memory_word] = memory_fill[31:30];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            rim[memory_word] = memory_fill[31:1];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            enq_valid_q <= 1'b0;
        end else begin
            enq_valid_q <= sop;
        end
    end

    always @(posedge clk) begin
        enq_slot_q <= slot;
        enq_pool <= ~(~header_turnpool << {enq_shift[4:3], 3'd0});
        enq_rest <= enq_shift[2:0];
    end

endmodule

`default_nettype wire
