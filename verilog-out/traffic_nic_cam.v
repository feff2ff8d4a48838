// traffic_nic_cam: CAM of a NIC: which destinations are stopped  lines = 16
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module traffic_nic_cam (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high

    // from the switch
    input  wire        msg_valid,  // a message about a congestion point
    input  wire        msg_xoff,   // 1: Xoff, 0: Xon
    input  wire [30:0] msg_tp,     // turns that lead to the point
    input  wire [30:0] msg_mask,   // significant bits of the turns

    input  wire [30:0] turns,      // turns of the candidate, looked up in a cycle without a message
    input  wire [15:0] in_use,     // packets are set aside for the line
    output reg  [15:0] stopped,    // the line's packets must stay, a function of registers
    output wire        hit,        // a line stops the candidate, combinational
    output wire [3:0]  target,     // the line with the shortest name that does
    output wire        refused     // an Xoff found no free line, combinational
);

    reg [30:0] tp [0:15];
    reg [30:0] mask [0:15];
    reg [15:0] shorter [0:15];
    reg [15:0] valid;
    reg [15:0] xoff;

    wire [30:0] key;
    wire [30:0] key_mask;
    reg  [15:0] prefix;
    reg  [15:0] extension;
    wire [15:0] same_name;
    wire [15:0] matching_xoff;
    reg  [15:0] shortest;
    wire        is_xoff;
    wire [15:0] free;
    wire        is_new;
    wire [15:0] born;

`ifdef RTLGEN_CHECKS
    wire [30:0] msg_mask_n;
`endif

    // All of tp side by side, because an always @* block cannot watch an array.
    wire [495:0] tp_flat = {tp[15], tp[14], tp[13], tp[12], tp[11], tp[10], tp[9], tp[8], tp[7],
                            tp[6], tp[5], tp[4], tp[3], tp[2], tp[1], tp[0]};

    // All of mask side by side, because an always @* block cannot watch an array.
    wire [495:0] mask_flat = {mask[15], mask[14], mask[13], mask[12], mask[11], mask[10], mask[9],
                              mask[8], mask[7], mask[6], mask[5], mask[4], mask[3], mask[2],
                              mask[1], mask[0]};

    // All of shorter side by side, because an always @* block cannot watch an array.
    wire [255:0] shorter_flat = {shorter[15], shorter[14], shorter[13], shorter[12], shorter[11],
                                 shorter[10], shorter[9], shorter[8], shorter[7], shorter[6],
                                 shorter[5], shorter[4], shorter[3], shorter[2], shorter[1],
                                 shorter[0]};

    // The lowest 1 alone.
    function [15:0] lowest_one_16(input [15:0] bits);
        begin
            lowest_one_16 = bits & (~bits + 16'd1);
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function [3:0] lowest_set_16(input [15:0] bits);
        integer n;
        begin
            lowest_set_16 = 4'd0;
            for (n = 15; n >= 0; n = n - 1)
                if (bits[n]) lowest_set_16 = n[3:0];
        end
    endfunction

    assign key           = msg_valid ? msg_tp : turns;
    assign key_mask      = msg_valid ? msg_mask : 31'h7fffffff;
    assign same_name     = prefix & extension;
    assign matching_xoff = prefix & xoff;
    assign hit           = |matching_xoff;
    assign target        = lowest_set_16(shortest);
    assign is_xoff       = msg_valid && msg_xoff;
    assign free          = ~valid;
    assign is_new        = is_xoff && !(|same_name);
    assign born          = {16{is_new}} & lowest_one_16(free);
    assign refused       = is_new && !(|free);

`ifdef RTLGEN_CHECKS
    assign msg_mask_n = ~msg_mask;
`endif

    always @* begin : update_stopped
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            stopped[k] = xoff[k] || (|(shorter_flat[k*16 +: 16] & xoff));
        end
    end

    always @* begin : update_prefix
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            prefix[k] = valid[k]
                     && (((key ^ tp_flat[k*31 +: 31]) | ~key_mask) & mask_flat[k*31 +: 31])
                     == 31'd0;
        end
    end

    always @* begin : update_extension
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            extension[k] = (((key ^ tp_flat[k*31 +: 31]) | ~mask_flat[k*31 +: 31]) & msg_mask)
                        == 31'd0;
        end
    end

    always @* begin : update_shortest
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            shortest[k] = matching_xoff[k] && !(|(shorter_flat[k*16 +: 16] & matching_xoff));
        end
    end

    always @(posedge clk) begin : update_tp
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) tp[i] <= 31'd0;
            for (i = 0; i < 16; i = i + 1) mask[i] <= 31'd0;
            for (i = 0; i < 16; i = i + 1) shorter[i] <= 16'd0;
        end else begin
            for (k = 0; k < 16; k = k + 1) begin
                if (born[k]) begin
                    tp[k] <= msg_tp;
                    mask[k] <= msg_mask;
                    shorter[k] <= prefix;
                end else if (is_new) begin
                    shorter[k] <= extension[k] ? shorter[k] | born : shorter[k] & ~born;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            valid <= 16'd0;
        end else begin
            valid <= (valid & (xoff | in_use)) | born | (same_name & {16{is_xoff}});
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            xoff <= 16'd0;
        end else if (is_xoff) begin
            xoff <= xoff | same_name | born;
        end else if (msg_valid) begin
            xoff <= xoff & ~same_name;
        end
    end

`ifdef RTLGEN_ASSERT
    always @(posedge clk) begin
        if (!rst) begin
            // names that match have different lengths
            if (!msg_valid && shortest != lowest_one_16(shortest)) begin
                $display("RTLGEN_ASSERT %m one_shortest fails at time %0t", $time);
            end
            if ((xoff & ~valid) != 16'd0) begin
                $display("RTLGEN_ASSERT %m xoff_lines_are_valid fails at time %0t", $time);
            end
            // a mask is ones from the top, then zeros
            if (msg_valid && (msg_mask_n & (msg_mask_n + 31'd1)) != 31'd0) begin
                $display("RTLGEN_ASSERT %m mask_is_prefix fails at time %0t", $time);
            end
            // nothing is set aside for an invalid line
            if ((in_use & ~valid) != 16'd0) begin
                $display("RTLGEN_ASSERT %m packets_only_with_line fails at time %0t", $time);
            end
        end
    end
`endif

`ifdef FORMAL
    always @(posedge clk) begin
        if (!rst) begin
            // names that match have different lengths
            one_shortest: assert (msg_valid || shortest == lowest_one_16(shortest));
            xoff_lines_are_valid: assert ((xoff & ~valid) == 16'd0);
            // a mask is ones from the top, then zeros
            mask_is_prefix: assume (!msg_valid || (msg_mask_n & (msg_mask_n + 31'd1)) == 31'd0);
            // nothing is set aside for an invalid line
            packets_only_with_line: assume ((in_use & ~valid) == 16'd0);
        end
    end
`endif

endmodule

`default_nettype wire
