// split: passes streams on in pairs that change places
`default_nettype none

module split (
    input  wire       clk,        // rising edge
    input  wire       rst,        // synchronous, active high

    // streams, receiving side
    input  wire       s0_tvalid,  // a beat is there
    input  wire [7:0] s0_tdata,   // the beat
    output wire       s0_tready,  // it is taken
    input  wire       s1_tvalid,  // a beat is there
    input  wire [7:0] s1_tdata,   // the beat
    output wire       s1_tready,  // it is taken
    input  wire       s2_tvalid,  // a beat is there
    input  wire [7:0] s2_tdata,   // the beat
    output wire       s2_tready,  // it is taken
    input  wire       s3_tvalid,  // a beat is there
    input  wire [7:0] s3_tdata,   // the beat
    output wire       s3_tready,  // it is taken

    // streams, sending side
    output wire       m0_tvalid,  // a beat is there
    output wire [7:0] m0_tdata,   // the beat
    input  wire       m0_tready,  // it is taken
    output wire       m1_tvalid,  // a beat is there
    output wire [7:0] m1_tdata,   // the beat
    input  wire       m1_tready,  // it is taken
    output wire       m2_tvalid,  // a beat is there
    output wire [7:0] m2_tdata,   // the beat
    input  wire       m2_tready,  // it is taken
    output wire       m3_tvalid,  // a beat is there
    output wire [7:0] m3_tdata,   // the beat
    input  wire       m3_tready,  // it is taken

    output wire [1:0] seen0,      // a beat has come; registers
    output wire [1:0] seen1       // a beat has come; registers
);

    wire [3:0]  s_tvalid;
    wire [31:0] s_tdata;
    wire [3:0]  s_tready;
    wire [3:0]  m_tvalid;
    wire [31:0] m_tdata;
    wire [3:0]  m_tready;
    wire [3:0]  seen;
    wire [1:0]  pair_s0_tready;
    wire [1:0]  pair_s1_tready;
    wire [1:0]  pair_m0_tvalid;
    wire [15:0] pair_m0_tdata;
    wire [1:0]  pair_m1_tvalid;
    wire [15:0] pair_m1_tdata;

    genvar g;

    generate
        for (g = 0; g < 2; g = g + 1) begin : pair
            split_pair u (
                .clk       (clk),
                .rst       (rst),
                .s0_tvalid (s_tvalid[g*2]),
                .s0_tdata  (s_tdata[g*16 +: 8]),
                .s0_tready (pair_s0_tready[g]),
                .s1_tvalid (s_tvalid[g*2 + 1]),
                .s1_tdata  (s_tdata[g*16 + 8 +: 8]),
                .s1_tready (pair_s1_tready[g]),
                .m0_tvalid (pair_m0_tvalid[g]),
                .m0_tdata  (pair_m0_tdata[g*8 +: 8]),
                .m0_tready (m_tready[g*2]),
                .m1_tvalid (pair_m1_tvalid[g]),
                .m1_tdata  (pair_m1_tdata[g*8 +: 8]),
                .m1_tready (m_tready[g*2 + 1]),
                .seen      (seen[g*2 +: 2])
            );
        end
    endgenerate

    assign s_tvalid  = {s3_tvalid, s2_tvalid, s1_tvalid, s0_tvalid};
    assign s_tdata   = {s3_tdata, s2_tdata, s1_tdata, s0_tdata};
    assign s0_tready = s_tready[0];
    assign s1_tready = s_tready[1];
    assign s2_tready = s_tready[2];
    assign s3_tready = s_tready[3];
    assign m0_tvalid = m_tvalid[0];
    assign m1_tvalid = m_tvalid[1];
    assign m2_tvalid = m_tvalid[2];
    assign m3_tvalid = m_tvalid[3];
    assign m0_tdata  = m_tdata[7:0];
    assign m1_tdata  = m_tdata[15:8];
    assign m2_tdata  = m_tdata[23:16];
    assign m3_tdata  = m_tdata[31:24];
    assign m_tready  = {m3_tready, m2_tready, m1_tready, m0_tready};
    assign seen0     = seen[1:0];
    assign seen1     = seen[3:2];
    assign s_tready  = {pair_s1_tready[1], pair_s0_tready[1], pair_s1_tready[0], pair_s0_tready[0]};
    assign m_tvalid  = {pair_m1_tvalid[1], pair_m0_tvalid[1], pair_m1_tvalid[0], pair_m0_tvalid[0]};
    assign m_tdata = {pair_m1_tdata[15:8], pair_m0_tdata[15:8], pair_m1_tdata[7:0],
                      pair_m0_tdata[7:0]};

endmodule

`default_nettype wire
