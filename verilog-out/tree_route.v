// SPDX-License-Identifier: Apache-2.0
// tree_route: turns from one node of a tree to another  levels = 2, ports = 8
`default_nettype none

module tree_route (
    input  wire [7:0]  node,  // where the packet starts
    input  wire [7:0]  dst,   // where it goes
    output wire [30:0] turns  // first turn on top, ones below the last
);

    wire [2:0]  across_0;
    wire [2:0]  up_0;
    wire [2:0]  across_1;
    wire [30:0] turns_to_1;

    wire unused_node = &{1'b0, node[7:4]};
    wire unused_dst = &{1'b0, dst[7:4]};

    assign across_0 = {1'b0, dst[1:0]} - {1'b0, node[1:0]} - 3'd1;
    assign up_0     = {1'b0, dst[1:0]} - {1'b0, node[1:0]} + 3'd3;
    assign across_1 = {1'b0, dst[3:2]} - {1'b0, node[3:2]} - 3'd1;
    assign turns_to_1 = (node[3:2] != dst[3:2]) ? {up_0, across_1, 3'd3, 22'h3fffff}
                      : {across_0, 28'hfffffff};
    assign turns = turns_to_1;

endmodule

`default_nettype wire
