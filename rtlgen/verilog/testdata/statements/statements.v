// statements: conditional assignment in all its forms
// And a second line of documentation.
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module statements (
    input  wire         clk,        // rising edge
    input  wire         rst,        // synchronous, active high
    input  wire [2:0]   sel,
    input  wire [4:0]   idx,
    input  wire [23:0]  d,
    input  wire         en,
    output reg  [7:0]   y,
    output reg  [11:0]  z,
    output wire [15:0]  parts_out,
    output reg  [3:0]   full,
    output wire [119:0] state,
    input  wire [4:0]   spare,
    output wire [1:0]   spare_low
);

    reg [7:0]  table_q [0:4];
    (* mem2reg *)
    reg [5:0]  deep [0:99];
    (* mem2reg *)
    reg [3:0]  single [0:0];
    reg        bits_q [0:7];
    reg [29:0] lanes;
    reg [23:0] bytes;
    reg [6:0]  count;
    reg        flag;

    wire [6:0]  count_in_range;
    wire [15:0] parts;
    wire [4:0]  spare_sum;

`ifdef RTLGEN_CHECKS
    reg  [6:0] count_before;
    wire       moved;
    wire       went_back;
    reg  [7:0] stuck;
`endif

    wire unused_spare = &{1'b0, spare[4:2], spare_sum};

    // An always @* block cannot watch an array: it reads these instead.
    wire [7:0] table_q_at_0 = table_q[0];
    wire [7:0] table_q_at_sel = table_q[sel];
    wire [5:0] deep_at_count_in_range = deep[count_in_range];
    wire unused_deep_at_count_in_range = &{1'b0, deep_at_count_in_range[5:2]};

`ifdef RTLGEN_CHECKS
    // An always @* block cannot watch an array: it reads these instead.
    wire [7:0] table_q_at_1 = table_q[1];
    wire unused_table_q_at_1 = &{1'b0, table_q_at_1[7:1]};
    wire [7:0] table_q_at_3 = table_q[3];
    wire [3:0] single_at_0 = single[0];
    wire unused_single_at_0 = &{1'b0, single_at_0[2:0]};
`endif

    // All of bits_q side by side, because an always @* block cannot watch an array.
    wire [7:0] bits_q_flat = {bits_q[7], bits_q[6], bits_q[5], bits_q[4], bits_q[3], bits_q[2],
                              bits_q[1], bits_q[0]};

    assign count_in_range = (count < 7'd100) ? count : 7'd0;
    assign parts[7:0]     = d[7:0];
    assign parts[15:8]    = d[23:16] ^ d[7:0];
    assign parts_out      = parts;
    assign state = {table_q[4], table_q[3], table_q[2], table_q[1], table_q[0],
                    deep[count_in_range], single[0], bits_q[7], bits_q[6], bits_q[5], bits_q[4],
                    bits_q[3], bits_q[2], bits_q[1], bits_q[0], lanes, bytes, count, flag};
    assign spare_low = spare[1:0];
    assign spare_sum = spare + 5'd1;

`ifdef RTLGEN_CHECKS
    assign moved     = count_before != count;
    assign went_back = count_before > count;
`endif

    always @* begin
        y = 8'd0;
        if (en) begin
            y = table_q_at_0;
        end else if (sel == 3'd2) begin
            y = table_q_at_sel;
        end
    end

    always @* begin : update_z
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (d[k]) begin
                z[k*3 +: 3] = {1'b1, k[1:0]};
            end else begin
                z[k*3 +: 3] = {bits_q_flat[k], deep_at_count_in_range[1:0]};
            end
        end
    end

    always @* begin
        case (sel[1:0])
            2'd0: full = 4'd3;
            2'd1: full = 4'd10;
            2'd2: full = 4'd1;
            2'd3: full = 4'd8;
            default: ;
        endcase
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_stuck
        integer k;
        for (k = 0; k < 8; k = k + 1) begin
            stuck[k] = bits_q_flat[k] && table_q_at_1[0] && !(|table_q_at_3) && single_at_0[3];
        end
    end
`endif

    always @(posedge clk) begin : update_table_q
        integer i;
        integer lanes_lane;
        integer k;
        if (rst) begin
            table_q[0] <= 8'd0;
            table_q[1] <= 8'd1;
            table_q[2] <= 8'd4;
            table_q[3] <= 8'd9;
            table_q[4] <= 8'd16;
            single[0] <= 4'd3;
            for (i = 0; i < 8; i = i + 1) bits_q[i] <= i[0];
            lanes <= 30'h2aaaaaaa;
            bytes <= 24'd1;
            count <= 7'd0;
            flag <= 1'b1;
        end else begin
            if (en) begin
                table_q[sel] <= d[7:0];
                if (sel == 3'd0) begin
                    single[0] <= d[3:0];
                end
                if (idx < 5'd8) begin
                    bits_q[idx[2:0]] <= d[0];
                end
                for (lanes_lane = 0; lanes_lane < 6; lanes_lane = lanes_lane + 1)
                    if (sel == lanes_lane[2:0]) begin
                        lanes[lanes_lane*5 +: 5] <= d[9:5];
                    end
                if (idx < 5'd3) begin
                    bytes[{idx[1:0], 3'd0} +: 8] <= d[23:16];
                end
                case (sel)
                    3'd0, 3'd1, 3'd2: count <= count + 7'd1;
                    3'd3: ;
                    3'd4: begin
                        count <= 7'd0;
                        flag <= !flag;
                    end
                    default: count <= count + 7'd25;
                endcase
            end else begin
                for (k = 0; k < 3; k = k + 1) begin
                    bytes[k*8 +: 8] <= bytes[k*8 +: 8] + {6'd0, k[1:0]};
                end
            end
            if (count >= 7'd100) count <= 7'd0;
        end
    end

    always @(posedge clk) begin : update_deep
        integer i;
        integer i_base;
        integer j;
        integer j_base;
        if (rst) begin
            for (i_base = 0; i_base < 100; i_base = i_base + 50)
                for (i = i_base; i < i_base + 50; i = i + 1) deep[i] <= 6'd63;
        end else begin
            for (j_base = 0; j_base < 100; j_base = j_base + 50)
                for (j = j_base; j < j_base + 50; j = j + 1) begin
                    if (j[6:0] == count && en) deep[j] <= deep[j] + (flag ? 6'd33 : 6'd2);
                end
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            count_before <= 7'd0;
        end else begin
            count_before <= count;
        end
    end
`endif

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
            // A check that breaks now and then, and reads a verification-only.
            if (moved && !flag && !en) begin
                $display("RTLGEN_ASSERT %m moves_when_enabled fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (|stuck) begin
                $display("RTLGEN_ASSERT %m never_stuck fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((|spare[4:3]) && !en) begin
                $display("RTLGEN_ASSERT %m spare_is_small fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_statements
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // A check that breaks now and then, and reads a verification-only.
            moves_when_enabled: assert (!moved || flag || en);
            moved_far: cover (moved && went_back);
            never_stuck: assert (!(|stuck));
            spare_is_small: assert (!(|spare[4:3]) || en);
            spare_middle: cover (spare[2]);
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    // Read by covers only.
    wire unused_went_back = &{1'b0, went_back};
`endif

endmodule

`default_nettype wire
