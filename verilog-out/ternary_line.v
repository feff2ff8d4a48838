// SPDX-License-Identifier: Apache-2.0
// ternary_line: match of a key against a value under a mask  width = 31
`default_nettype none

module ternary_line (
    input  wire        valid,  // the line holds something
    input  wire [30:0] value,  // what it holds
    input  wire [30:0] mask,   // the bits with mask 1 count
    input  wire [30:0] key,    // what is looked for
    output wire        hit     // valid, and key equals value where mask is 1
);

    assign hit = valid && ((key ^ value) & mask) == 31'd0;

endmodule

`default_nettype wire
