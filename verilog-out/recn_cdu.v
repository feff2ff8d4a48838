// recn_cdu: congestion detection unit  ports = 8, slots = 64, saqs = 4, detect = 5
`default_nettype none

module recn_cdu (
    input  wire [6:0]   cq_count,
    input  wire [2:0]   cq_port,
    input  wire         cq_granted,
    input  wire [2:0]   my_port,
    input  wire [3:0]   line_valid,
    input  wire [123:0] line_tp,
    input  wire [123:0] line_mask,
    output wire         alloc_valid,
    output wire [30:0]  alloc_tp,
    output wire [30:0]  alloc_mask,
    output wire         no_free
);

    wire [2:0]  turn;
    wire [30:0] tp;
    reg  [3:0]  known;
    wire        detected;

    assign turn        = cq_port - my_port - 3'd1;
    assign tp          = {turn, 28'd0};
    assign detected    = cq_count > 7'd5 && !cq_granted && !(|known);
    assign alloc_valid = detected && !(&line_valid);
    assign alloc_tp    = tp;
    assign alloc_mask  = {3'd7, 28'd0};
    assign no_free     = detected && (&line_valid);

    always @* begin : update_known
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            known[k] = line_valid[k]
                    && {3'd7, 28'd0} == line_mask[k*31 +: 31]
                    && ((tp ^ line_tp[k*31 +: 31]) & line_mask[k*31 +: 31]) == 31'd0;
        end
    end

endmodule

`default_nettype wire
