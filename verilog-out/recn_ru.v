// SPDX-License-Identifier: Apache-2.0
// recn_ru: routing unit: header memory and request register file  ports = 8, slots = 64, saqs = 4
`default_nettype none

module recn_ru (
    input  wire        clk,         // rising edge
    input  wire        rst,         // synchronous, active high
    input  wire        sop,         // a packet starts
    input  wire [35:0] header,      // its routing header {turnpool, tptr}
    input  wire [5:0]  slot,        // its slot
    input  wire [2:0]  my_port,     // number of this port
    input  wire [29:0] rrf_slot,    // heads of all queues, the cold queue lowest
    input  wire [5:0]  rim_slot,    // head that is inspected

    // write to the request register file
    input  wire        set_valid,   // an inspection ends
    input  wire [5:0]  set_slot,    // slot of the packet
    input  wire [2:0]  set_port,    // its output port
    input  wire        set_ready,   // it may be sent

    output wire        enq_valid,   // a packet enters the cold queue: sop of the cycle before, a
                                    // register
    output wire [5:0]  enq_slot,    // its slot, a register; unknown without enq_valid
    output wire [4:0]  head_ready,  // ready bit of each queue's head, combinational from rrf_slot
    output wire [14:0] head_port,   // output port of each queue's head, combinational from rrf_slot
    output wire [35:0] rim_header   // header of the packet in rim_slot, combinational
);

    reg        enq_valid_q;
    reg [5:0]  enq_slot_q;
    reg [35:0] enq_header;

    (* ram_style = "registers", syn_ramstyle = "registers" *)
    reg  [6:0]  rrf [0:63];
    wire [6:0]  request_0;
    wire [6:0]  request_1;
    wire [6:0]  request_2;
    wire [6:0]  request_3;
    wire [6:0]  request_4;
    reg  [35:0] rim [0:63];
    wire [35:0] rim_word;

    reg  [2:0] turn;
    wire [2:0] outport;

    wire unused_request_ports = &{1'b0, request_0[5:3], request_1[5:3], request_2[5:3],
                                  request_3[5:3], request_4[5:3]};

    assign outport    = my_port + turn + 3'd1;
    assign enq_valid  = enq_valid_q;
    assign enq_slot   = enq_slot_q;
    assign head_ready = {request_4[6], request_3[6], request_2[6], request_1[6], request_0[6]};
    assign head_port = {request_4[2:0], request_3[2:0], request_2[2:0], request_1[2:0],
                        request_0[2:0]};
    assign rim_header = rim_word;

    always @* begin
        case (enq_header[4:0])
            5'd30: turn = enq_header[35:33];
            5'd27: turn = enq_header[32:30];
            5'd24: turn = enq_header[29:27];
            5'd21: turn = enq_header[26:24];
            5'd18: turn = enq_header[23:21];
            5'd15: turn = enq_header[20:18];
            5'd12: turn = enq_header[17:15];
            5'd9: turn = enq_header[14:12];
            5'd6: turn = enq_header[11:9];
            5'd3: turn = enq_header[8:6];
            default: turn = 3'd7;
        endcase
    end

    always @(posedge clk) begin
        if (enq_valid_q) rrf[enq_slot_q] <= {1'b0, 3'd0, outport};
        if (set_valid) rrf[set_slot] <= {set_ready, 3'd0, set_port};
    end

    assign request_0 = rrf[rrf_slot[5:0]];

    assign request_1 = rrf[rrf_slot[11:6]];

    assign request_2 = rrf[rrf_slot[17:12]];

    assign request_3 = rrf[rrf_slot[23:18]];

    assign request_4 = rrf[rrf_slot[29:24]];

    always @(posedge clk) begin
        if (enq_valid_q) rim[enq_slot_q] <= enq_header;
    end

    assign rim_word = rim[rim_slot];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            rrf[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                rim[memory_word] = {rim[memory_word][3:0], memory_fill};
            end
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        enq_slot_q = memory_fill[31:26];
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            enq_header = {enq_header[3:0], memory_fill};
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
    end

    always @(posedge clk) begin
        enq_header <= header;
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
            // a packet that is being routed is not yet in a queue
            if (enq_valid_q && set_valid && enq_slot_q == set_slot) begin
                $display("RTLGEN_ASSERT %m one_request_write_per_slot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_ru
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a packet that is being routed is not yet in a queue
            one_request_write_per_slot: `RTLGEN_CONTRACT (!(enq_valid_q
                                                         && set_valid
                                                         && enq_slot_q == set_slot));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
