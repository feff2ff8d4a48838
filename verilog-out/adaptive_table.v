// SPDX-License-Identifier: Apache-2.0
// adaptive_table: routing table: the ports to each host, in order of preference
//
// hosts = 6, ports = 6, list = 3
`default_nettype none

module adaptive_table (
    input  wire       clk,               // rising edge
    input  wire       rst,               // synchronous, active high

    // write port, used after reset
    input  wire       write_valid,       // a list is written
    input  wire [2:0] write_host,        // for this host
    input  wire [2:0] write_list_valid,  // the list has a port in this place; places fill from 0
    input  wire [8:0] write_list_port,   // the port; unknown without its valid

    // read port
    input  wire       read_valid,        // a list is asked for
    input  wire [2:0] read_host,         // of this host

    // the list, in the cycle after read_valid
    output wire [2:0] list_valid,        // the list has a port in this place; places fill from 0
    output wire [8:0] list_port,         // the port; unknown without its valid

    output wire       missing            // the list that was asked for in the cycle before was
                                         // never written
);

    reg [5:0] written_q;  // hosts whose list was written
    reg       shown_q;    // the list that is shown was written
    reg       asked_q;    // read_valid, one cycle later

    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [11:0] lists [0:5];  // list {valid, port} of a host, by host
    reg [11:0] list_q;       // word of lists that was read last

    assign list_valid = shown_q ? list_q[11:9] : 3'd0;
    assign list_port  = list_q[8:0];
    assign missing    = asked_q && !shown_q;

    always @(posedge clk) begin
        if (write_valid) lists[write_host] <= {write_list_valid, write_list_port};
        if (read_valid) list_q <= lists[read_host];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        list_q = memory_fill[31:20];
        for (memory_word = 0; memory_word < 6; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            lists[memory_word] = memory_fill[31:20];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            written_q <= 6'd0;
            shown_q <= 1'b0;
            asked_q <= 1'b0;
        end else begin
            if (write_valid) written_q[write_host] <= 1'b1;
            if (read_valid) shown_q <= written_q[read_host];
            asked_q <= read_valid;
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
            // no list is read while it is written
            if (write_valid && read_valid && write_host == read_host) begin
                $display("RTLGEN_ASSERT %m no_collision fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (write_valid && write_host >= 3'd6) begin
                $display("RTLGEN_ASSERT %m write_host_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (read_valid && read_host >= 3'd6) begin
                $display("RTLGEN_ASSERT %m read_host_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_table
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no list is read while it is written
            no_collision: `RTLGEN_CONTRACT (!(write_valid && read_valid)
                                         || write_host != read_host);
            write_host_exists: `RTLGEN_CONTRACT (!write_valid || write_host < 3'd6);
            read_host_exists: `RTLGEN_CONTRACT (!read_valid || read_host < 3'd6);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
