// constants: named constants wherever a constant can stand
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module constants (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [2:0]  beat,
    input  wire [23:0] d,
    input  wire [2:0]  was,
    output reg  [2:0]  next_place,    // rtlgen/verilog/zoo_constructs_test.go:56
    output wire [2:0]  state_out,     // rtlgen/verilog/zoo_constructs_test.go:61
    output wire [23:0] masked,        // rtlgen/verilog/zoo_constructs_test.go:62
    output wire [23:0] shifted,       // rtlgen/verilog/zoo_constructs_test.go:63
    output wire [8:0]  wide,          // rtlgen/verilog/zoo_constructs_test.go:64
    output wire        below_signed,  // rtlgen/verilog/zoo_constructs_test.go:65
    output wire [23:0] element,       // rtlgen/verilog/zoo_constructs_test.go:66
    output wire [8:0]  bits_of        // rtlgen/verilog/zoo_constructs_test.go:67
);

    localparam [2:0]  LAST_BEAT      = 3'd5;        // rtlgen/verilog/zoo_constructs_test.go:27
    localparam [1:0]  STEP           = 2'd3;        // rtlgen/verilog/zoo_constructs_test.go:28
    localparam [23:0] PATTERN        = 24'hc0ffee;  // rtlgen/verilog/zoo_constructs_test.go:29
    localparam [2:0]  PLACE_FREE     = 3'd0;        // rtlgen/verilog/zoo_constructs_test.go:32
    localparam [2:0]  PLACE_ARRIVING = 3'd1;
    localparam [2:0]  PLACE_KEPT     = 3'd2;
    localparam [2:0]  PLACE_LEAVING  = 3'd3;

`ifdef RTLGEN_CHECKS
    localparam [7:0] LIMIT      = 8'd200;  // rtlgen/verilog/zoo_constructs_test.go:30
    localparam [2:0] PLACE_LOST = 3'd4;
`endif

    (* mem2reg *)
    reg [23:0] table_q [0:7];  // rtlgen/verilog/zoo_constructs_test.go:39
    reg [2:0]  state;          // rtlgen/verilog/zoo_constructs_test.go:38

    wire [2:0] both;

`ifdef RTLGEN_CHECKS
    reg [2:0] state_before;  // rtlgen/verilog/zoo_constructs_test.go:69
`endif

    assign both         = was | state;
    assign state_out    = state;
    assign masked       = (d & PATTERN) << STEP;
    assign shifted      = $unsigned($signed(d) >>> STEP) + (PATTERN >> STEP);
    assign wide         = {6'd0, LAST_BEAT} + {LAST_BEAT, STEP, 4'd0};
    assign below_signed = $signed(beat) < $signed(LAST_BEAT);
    assign element      = table_q[LAST_BEAT];
    assign bits_of      = {8'd254, 1'b1};

    always @* begin
        next_place = PLACE_FREE;
        case (both)
            PLACE_KEPT, 3'd7: next_place = PLACE_ARRIVING;
            LAST_BEAT: next_place = PLACE_KEPT;
            default: ;
        endcase
    end

    always @(posedge clk) begin : update_table_q
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) table_q[i] <= 24'd0;
            state <= PLACE_KEPT;
        end else begin
            case (state)
                PLACE_FREE, PLACE_ARRIVING: begin
                    if (beat == LAST_BEAT) state <= PLACE_KEPT;
                end
                PLACE_KEPT: begin
                    state <= PLACE_LEAVING;
                    for (k = 0; k < 3; k = k + 1) begin
                        if (d[k]) table_q[LAST_BEAT] <= d ^ PATTERN;
                    end
                end
                3'd6: state <= was;
                default: state <= (was == PLACE_FREE) ? PLACE_ARRIVING : state;
            endcase
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            state_before <= PLACE_FREE;
        end else begin
            state_before <= state;
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
            if (d[7:0] >= LIMIT && state == PLACE_LOST) begin
                $display("RTLGEN_ASSERT %m below_the_limit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_constants
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            below_the_limit: assert (d[7:0] < LIMIT || state != PLACE_LOST);
            lost_after_kept: cover (state_before == PLACE_KEPT && state == PLACE_LOST);
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    // Read by covers only.
    wire unused_state_before = &{1'b0, state_before};
`endif

endmodule

`default_nettype wire
