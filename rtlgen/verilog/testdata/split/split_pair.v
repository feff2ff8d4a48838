// split_pair: two streams that change places
`default_nettype none

module split_pair (
    input  wire       clk,        // rising edge
    input  wire       rst,        // synchronous, active high

    // streams, receiving side
    input  wire       s0_tvalid,  // a beat is there
    input  wire [7:0] s0_tdata,   // the beat
    output wire       s0_tready,  // it is taken
    input  wire       s1_tvalid,  // a beat is there
    input  wire [7:0] s1_tdata,   // the beat
    output wire       s1_tready,  // it is taken

    // streams, sending side
    output wire       m0_tvalid,  // a beat is there
    output wire [7:0] m0_tdata,   // the beat
    input  wire       m0_tready,  // it is taken
    output wire       m1_tvalid,  // a beat is there
    output wire [7:0] m1_tdata,   // the beat
    input  wire       m1_tready,  // it is taken

    output wire [1:0] seen        // a beat has come; registers
);

    reg [1:0] seen_q;  // s_tvalid, one cycle later

    wire [1:0]  s_tvalid;
    wire [15:0] s_tdata;
    wire [1:0]  s_tready;
    wire [1:0]  m_tvalid;
    wire [15:0] m_tdata;
    wire [1:0]  m_tready;

    assign s_tvalid      = {s1_tvalid, s0_tvalid};
    assign s_tdata       = {s1_tdata, s0_tdata};
    assign s0_tready     = s_tready[0];
    assign s1_tready     = s_tready[1];
    assign m0_tvalid     = m_tvalid[0];
    assign m1_tvalid     = m_tvalid[1];
    assign m0_tdata      = m_tdata[7:0];
    assign m1_tdata      = m_tdata[15:8];
    assign m_tready      = {m1_tready, m0_tready};
    assign m_tvalid[1]   = s_tvalid[0];
    assign m_tvalid[0]   = s_tvalid[1];
    assign m_tdata[15:8] = s_tdata[7:0];
    assign m_tdata[7:0]  = s_tdata[15:8];
    assign s_tready[0]   = m_tready[1];
    assign s_tready[1]   = m_tready[0];
    assign seen          = seen_q;

    always @(posedge clk) begin
        if (rst) begin
            seen_q <= 2'd0;
        end else begin
            seen_q <= s_tvalid;
        end
    end

endmodule

`default_nettype wire
