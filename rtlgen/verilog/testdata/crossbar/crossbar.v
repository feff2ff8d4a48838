// crossbar
`default_nettype none

module crossbar (
    input  wire          clk,      // rising edge
    input  wire          rst,      // synchronous, active high
    input  wire [4355:0] from,
    input  wire [197:0]  data,
    output wire [197:0]  crossed,
    output reg  [65:0]   any
);

    (* mem2reg *)
    reg held_q [0:65];

    // All of held_q side by side, because an always @* block cannot watch an array.
    wire [65:0] held_q_flat;
    genvar held_q_flat_i;
    generate
        for (held_q_flat_i = 0; held_q_flat_i < 66; held_q_flat_i = held_q_flat_i + 1) begin : held_q_flat_of
            assign held_q_flat[held_q_flat_i] = held_q[held_q_flat_i];
        end
    endgenerate

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_66x3(input [65:0] select, input [197:0] lanes);
        integer n;
        begin
            one_hot_mux_66x3 = 3'd0;
            for (n = 0; n < 66; n = n + 1)
                one_hot_mux_66x3 = one_hot_mux_66x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
        end
    endfunction

    genvar crossed_i;
    generate
        for (crossed_i = 0; crossed_i < 66; crossed_i = crossed_i + 1) begin : crossed_of
            assign crossed[crossed_i*3 +: 3] = one_hot_mux_66x3(from[crossed_i*66 +: 66], data)
                                             ^ {crossed_i[6:0] == 7'd3, from[crossed_i],
                                                held_q[crossed_i]};
        end
    endgenerate

    always @* begin : update_any
        integer o;
        for (o = 0; o < 66; o = o + 1) begin
            any[o] = from[o] || held_q_flat[o];
        end
    end

    always @(posedge clk) begin : update_held_q
        integer i;
        integer i_base;
        integer o;
        integer o_base;
        if (rst) begin
            for (i_base = 0; i_base < 66; i_base = i_base + 33)
                for (i = i_base; i < i_base + 33; i = i + 1) held_q[i] <= 1'b0;
        end else begin
            for (o_base = 0; o_base < 66; o_base = o_base + 33)
                for (o = o_base; o < o_base + 33; o = o + 1) begin
                    held_q[o] <= from[o];
                end
        end
    end

endmodule

`default_nettype wire
