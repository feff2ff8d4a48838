// operations: every operation on one width  width = 8
`default_nettype none

module operations (
    input  wire [7:0]  a,
    input  wire [7:0]  b,
    input  wire [2:0]  k,
    input  wire        s,
    input  wire [39:0] big,
    output wire [7:0]  y_not,
    output wire [7:0]  y_and,
    output wire [7:0]  y_or,
    output wire [7:0]  y_xor,
    output wire [7:0]  y_add,
    output wire [7:0]  y_sub,
    output wire [7:0]  y_mul,
    output wire        y_eq,
    output wire        y_ne,
    output wire        y_lt,
    output wire        y_le,
    output wire        y_gt,
    output wire        y_ge,
    output wire        y_slt,
    output wire        y_sle,
    output wire        y_sgt,
    output wire        y_sge,
    output wire        y_mixed,
    output wire        y_signed_const,
    output wire [7:0]  y_shl_k,
    output wire [7:0]  y_shr_k,
    output wire [7:0]  y_sar_k,
    output wire [7:0]  y_rotl_k,
    output wire [7:0]  y_rotr_k,
    output wire [7:0]  y_shl_s,
    output wire [7:0]  y_shr_s,
    output wire [7:0]  y_sar_s,
    output wire [7:0]  y_rotl_s,
    output wire [7:0]  y_rotr_s,
    output wire [7:0]  y_shl_big,
    output wire [7:0]  y_shr_big,
    output wire [7:0]  y_sar_big,
    output wire [7:0]  y_rotl_big,
    output wire [7:0]  y_rotr_big,
    output wire [7:0]  y_shl_3,
    output wire [7:0]  y_shr_3,
    output wire [7:0]  y_sar_3,
    output wire [7:0]  y_rotl_3,
    output wire [7:0]  y_rotr_3,
    output wire [7:0]  y_shl_1,
    output wire [7:0]  y_shr_1,
    output wire [7:0]  y_sar_1,
    output wire [7:0]  y_rotl_1,
    output wire [7:0]  y_rotr_1,
    output wire [7:0]  y_sar_among_bits,
    output wire [7:0]  y_rotl_sum,
    output wire [22:0] y_concat,
    output wire [5:0]  y_slice,
    output wire        y_lane,
    output wire [8:0]  y_lanes,
    output wire [7:0]  y_three_lanes,
    output wire [23:0] y_replicate,
    output wire [12:0] y_zext,
    output wire [12:0] y_sext,
    output wire [77:0] y_sext_add,
    output wire        y_redand,
    output wire        y_redor,
    output wire        y_redxor,
    output wire [7:0]  y_mux,
    output wire [2:0]  y_one_hot,
    output wire        y_one_hot_bits,
    output wire [7:0]  y_one_hot_cat,
    output wire [2:0]  y_priority,
    output wire [3:0]  y_first,
    output wire [7:0]  y_lowest,
    output wire [7:0]  y_decode,
    output wire [7:0]  y_decode_big,
    output wire [3:0]  y_popcount,
    output wire [7:0]  y_transpose,
    output wire [7:0]  y_table
);

    wire [15:0] ab;
    wire [23:0] aba;
    wire [1:0]  two_bits;
    wire [7:0]  sum;
    wire [23:0] lanes;
    wire [2:0]  three;
    wire [63:0] table_of_bytes;

    // The number of ones.
    function [3:0] count_ones_8(input [7:0] bits);
        integer n;
        begin
            count_ones_8 = 4'd0;
            for (n = 0; n < 8; n = n + 1)
                count_ones_8 = count_ones_8 + {3'd0, bits[n]};
        end
    endfunction

    // The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.
    function [3:0] first_one_8(input [7:0] bits);
        reg [7:0] any;
        reg [7:0] index_0;
        reg [7:0] index_1;
        reg index_2;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any[0];
            any = any | (any >> 4);
            first_one_8 = {any[0], index_2, index_1[0], index_0[0]};
        end
    endfunction

    // The lowest 1 alone.
    function [7:0] lowest_one_8(input [7:0] bits);
        reg [7:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_8 = bits & ~(up_to << 1);
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function [2:0] lowest_set_8(input [7:0] bits);
        reg [7:0] any;
        reg [7:0] index_0;
        reg [7:0] index_1;
        reg index_2;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any[0];
            any = any | (any >> 4);
            lowest_set_8 = any[0] ? {index_2, index_1[0], index_0[0]} : 3'd0;
        end
    endfunction

    // The lane of 8 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [7:0] one_hot_mux_3x8(input [2:0] select, input [23:0] lanes_in);
        integer n;
        begin
            one_hot_mux_3x8 = 8'd0;
            for (n = 0; n < 3; n = n + 1)
                one_hot_mux_3x8 = one_hot_mux_3x8 | ({8{select[n]}} & lanes_in[n*8 +: 8]);
        end
    endfunction

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_8x3(input [7:0] select, input [23:0] lanes_in);
        integer n;
        begin
            one_hot_mux_8x3 = 3'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x3 = one_hot_mux_8x3 | ({3{select[n]}} & lanes_in[n*3 +: 3]);
        end
    endfunction

    // Rotation to the left by amount modulo 8.
    function [7:0] rotate_left_8_by_1(input [7:0] value, input amount);
        reg [3:0] n;
        begin
            n = {3'd0, amount};
            rotate_left_8_by_1 = (value << n) | (value >> (4'd8 - n));
        end
    endfunction

    // Rotation to the left by amount modulo 8.
    function [7:0] rotate_left_8_by_3(input [7:0] value, input [2:0] amount);
        reg [3:0] n;
        begin
            n = {1'd0, amount};
            rotate_left_8_by_3 = (value << n) | (value >> (4'd8 - n));
        end
    endfunction

    // Rotation to the left by amount modulo 8.
    function [7:0] rotate_left_8_by_40(input [7:0] value, input [39:0] amount);
        reg [39:0] n;
        reg unused_bits;
        begin
            n = amount % 40'd8;
            rotate_left_8_by_40 = (value << n[3:0]) | (value >> (4'd8 - n[3:0]));
            unused_bits = &n[39:4];
        end
    endfunction

    // Rotation to the right by amount modulo 8.
    function [7:0] rotate_right_8_by_1(input [7:0] value, input amount);
        reg [3:0] n;
        begin
            n = {3'd0, amount};
            rotate_right_8_by_1 = (value >> n) | (value << (4'd8 - n));
        end
    endfunction

    // Rotation to the right by amount modulo 8.
    function [7:0] rotate_right_8_by_3(input [7:0] value, input [2:0] amount);
        reg [3:0] n;
        begin
            n = {1'd0, amount};
            rotate_right_8_by_3 = (value >> n) | (value << (4'd8 - n));
        end
    endfunction

    // Rotation to the right by amount modulo 8.
    function [7:0] rotate_right_8_by_40(input [7:0] value, input [39:0] amount);
        reg [39:0] n;
        reg unused_bits;
        begin
            n = amount % 40'd8;
            rotate_right_8_by_40 = (value >> n[3:0]) | (value << (4'd8 - n[3:0]));
            unused_bits = &n[39:4];
        end
    endfunction

    // A shift by an amount of more than 32 bits.
    function [7:0] shift_left_8_by_40(input [7:0] value, input [39:0] amount);
        begin
            if (|amount[39:32]) shift_left_8_by_40 = 8'd0;
            else shift_left_8_by_40 = value << amount[31:0];
        end
    endfunction

    // A shift by an amount of more than 32 bits.
    function [7:0] shift_right_8_by_40(input [7:0] value, input [39:0] amount);
        begin
            if (|amount[39:32]) shift_right_8_by_40 = 8'd0;
            else shift_right_8_by_40 = value >> amount[31:0];
        end
    endfunction

    // A shift by an amount of more than 32 bits.
    function [7:0] shift_right_signed_8_by_40(input [7:0] value, input [39:0] amount);
        begin
            if (|amount[39:32]) shift_right_signed_8_by_40 = {8{value[7]}};
            else shift_right_signed_8_by_40 = $unsigned($signed(value) >>> amount[31:0]);
        end
    endfunction

    assign y_not   = ~a;
    assign y_and   = a & b;
    assign y_or    = (a | b) & ~(a ^ b);
    assign y_xor   = a ^ b;
    assign y_add   = a + b - (a + 8'd1);
    assign y_sub   = a - (b - a);
    assign y_mul   = a * b;
    assign y_eq    = a == b;
    assign y_ne    = a != b;
    assign y_lt    = a < b;
    assign y_le    = a <= b;
    assign y_gt    = a > b;
    assign y_ge    = a >= b;
    assign y_slt   = $signed(a) < $signed(b);
    assign y_sle   = $signed(a) <= $signed(b);
    assign y_sgt   = $signed(a) > $signed(b);
    assign y_sge   = $signed(a) >= $signed(b);
    assign y_mixed = ((a < b && s) || ((a == b) ^ s)) && !(|k);
    assign y_signed_const = ($signed(a) < 8'sd1)
                          ^ ($signed(a) > -8'sd1)
                          ^ ($signed(a) <= $signed(8'd1 << 7));
    assign y_shl_k          = a << k;
    assign y_shr_k          = a >> k;
    assign y_sar_k          = $unsigned($signed(a) >>> k);
    assign y_rotl_k         = rotate_left_8_by_3(a, k);
    assign y_rotr_k         = rotate_right_8_by_3(a, k);
    assign y_shl_s          = a << s;
    assign y_shr_s          = a >> s;
    assign y_sar_s          = $unsigned($signed(a) >>> s);
    assign y_rotl_s         = rotate_left_8_by_1(a, s);
    assign y_rotr_s         = rotate_right_8_by_1(a, s);
    assign y_shl_big        = shift_left_8_by_40(a, big);
    assign y_shr_big        = shift_right_8_by_40(a, big);
    assign y_sar_big        = shift_right_signed_8_by_40(a, big);
    assign y_rotl_big       = rotate_left_8_by_40(a, big);
    assign y_rotr_big       = rotate_right_8_by_40(a, big);
    assign y_shl_3          = a << 3;
    assign y_shr_3          = a >> 3;
    assign y_sar_3          = $unsigned($signed(a) >>> 3);
    assign y_rotl_3         = {a[4:0], a[7:5]};
    assign y_rotr_3         = {a[2:0], a[7:3]};
    assign y_shl_1          = a << 1;
    assign y_shr_1          = a >> 1;
    assign y_sar_1          = $unsigned($signed(a) >>> 1);
    assign y_rotl_1         = {a[6:0], a[7]};
    assign y_rotr_1         = {a[0], a[7:1]};
    assign y_sar_among_bits = $unsigned($signed(a) >>> k) & ~$unsigned($signed(b) >>> k);
    assign y_rotl_sum       = rotate_left_8_by_1(a + b, 1'b1);
    assign y_concat         = {a, b, 2'd0, s, s, k};
    assign y_slice          = {a[0], a[7], a[3:0]};
    assign y_lane           = a[k];
    assign ab               = {a, b};
    assign y_lanes          = {a[k], ab[{s, 3'd0} +: 8]};
    assign aba              = {a, b, a};
    assign two_bits         = {s, s & ~(|k)} & 2'd2;
    assign y_three_lanes    = aba[{two_bits, 3'd0} +: 8];
    assign y_replicate      = {3{a}};
    assign y_zext           = {5'd0, a} + {5'd0, b};
    assign y_sext           = {{5{a[7]}}, a};
    assign sum              = a + b;
    assign y_sext_add       = {{70{sum[7]}}, sum};
    assign y_redand         = &a;
    assign y_redor          = |a;
    assign y_redxor         = (^a) && !(|b);
    assign y_mux            = s ? a : (|k) ? b : ~a;
    assign lanes            = {3{b}};
    assign y_one_hot        = one_hot_mux_8x3(a, lanes);
    assign y_one_hot_bits   = |(a & b);
    assign three            = {s, |a, |b};
    assign y_one_hot_cat    = one_hot_mux_3x8(three, {~b, b, a});
    assign y_priority       = lowest_set_8(a);
    assign y_first          = first_one_8(a);
    assign y_lowest         = lowest_one_8(a) | lowest_one_8(a + 8'd1);
    assign y_decode         = 8'd1 << k;
    assign y_decode_big     = shift_left_8_by_40(8'd1, big);
    assign y_popcount       = count_ones_8(a);
    assign y_transpose      = a;
    assign table_of_bytes   = 64'h91a2b3c4d5e6f78;
    assign y_table          = table_of_bytes[{big[2:0], 3'd0} +: 8];

endmodule

`default_nettype wire
