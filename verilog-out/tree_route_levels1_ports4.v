// SPDX-License-Identifier: Apache-2.0
// tree_route_levels1_ports4: turns from one node of a tree to another  levels = 1, ports = 4
`default_nettype none

module tree_route_levels1_ports4 (
    input  wire [7:0]  node,  // where the packet starts
    input  wire [7:0]  dst,   // where it goes
    output wire [30:0] turns  // first turn on top, ones below the last
);

    wire [1:0] across_0;

    wire unused_node = &{1'b0, node[7:2]};
    wire unused_dst = &{1'b0, dst[7:2]};

    assign across_0 = dst[1:0] - node[1:0] - 2'd1;
    assign turns    = {across_0, 29'h1fffffff};

endmodule

`default_nettype wire
