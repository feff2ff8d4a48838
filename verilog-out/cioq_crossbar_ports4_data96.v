// SPDX-License-Identifier: Apache-2.0
// cioq_crossbar_ports4_data96: one lane of the crossbar: connects each output to the input that is selected for it
//
// ports = 4, data = 96
`default_nettype none

module cioq_crossbar_ports4_data96 (
    // from the inputs
    input  wire [3:0]   in_valid,   // a beat passes
    input  wire [383:0] in_data,    // the beat; unknown while not valid

    input  wire [15:0]  select,     // per output: the input, one-hot; 0: none

    // to the outputs, combinational
    output reg  [3:0]   out_valid,  // a beat passes
    output reg  [383:0] out_data    // the beat; unknown while not valid
);

    // The lane of 96 bits whose bit in select_in is 1 (lane 0 lowest), 0 if there is none.
    function [95:0] one_hot_mux_4x96(input [3:0] select_in, input [383:0] lanes);
        integer n;
        begin
            one_hot_mux_4x96 = 96'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x96 = one_hot_mux_4x96 | ({96{select_in[n]}} & lanes[n*96 +: 96]);
        end
    endfunction

    always @* begin : update_out_valid
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            out_valid[o] = |(select[o*4 +: 4] & in_valid);
        end
    end

    always @* begin : update_out_data
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            out_data[o*96 +: 96] = one_hot_mux_4x96(select[o*4 +: 4], in_data);
        end
    end

endmodule

`default_nettype wire
