// A network adapter as a user may write it, with the ports and the registers of Adapter (adapter.go). It takes
// the place of that adapter in one node of the network. The clock is clk, and rst is high in reset.
module user_nic (
    input  wire        clk,
    input  wire        rst,
    input  wire [7:0]  node,         // number of the node
    // From the CPU: a register is read or written; the answer comes one cycle later.
    input  wire        bus_read,
    input  wire        bus_write,
    input  wire [4:0]  bus_address,
    input  wire [31:0] bus_data,
    output reg  [31:0] bus_result,
    // The route to a destination, in the same cycle.
    output reg  [7:0]  route_dst,
    input  wire [30:0] route_turns,
    // The link from the switch.
    input  wire        rx_valid,
    input  wire        rx_sop,
    input  wire        rx_eop,
    input  wire        rx_bad,       // with rx_eop: the packet was damaged on its way
    input  wire [63:0] rx_data,
    output reg         rx_credit,
    // The link to the switch.
    output reg         tx_valid,
    output reg         tx_sop,
    output reg         tx_eop,
    output wire        tx_bad,
    output reg  [63:0] tx_data,
    input  wire        tx_credit,
    // Results.
    output reg         done,
    output reg         wrong,
    output reg  [15:0] checked,
    output reg  [31:0] digest
);
    assign tx_bad = 1'b0;

    localparam [4:0] NODE = 5'd0, STATUS = 5'd1, SEND = 5'd2, RECEIVE = 5'd3, RESULT = 5'd4;
    localparam [3:0] CREDITS = 4'd8; // slots of the switch behind the link

    // Sending. The beats of the next packet are written in halves; beat 0 is the header.
    reg [31:0] low_halves  [0:7];
    reg [31:0] high_halves [0:7];
    always @(posedge clk) begin
        if (bus_write && bus_address[4] && !bus_address[0]) low_halves[bus_address[3:1]] <= bus_data;
        if (bus_write && bus_address[4] && bus_address[0]) high_halves[bus_address[3:1]] <= bus_data;
    end

    reg [3:0]  credits;
    reg        routed;      // route_turns is the route of the packet
    reg        sending;
    reg [2:0]  beat;
    reg [11:0] number;
    reg [30:0] turns;
    wire starts = bus_write && bus_address == SEND;
    wire room = credits != 4'd0 && !routed && !sending;
    wire [63:0] header = {turns, 5'd30, node, number, 8'd0};
    wire [63:0] payload = {high_halves[beat], low_halves[beat]};

    always @(posedge clk) begin
        if (starts) begin
            route_dst <= bus_data[7:0];
            number <= bus_data[19:8];
        end
        if (routed) turns <= route_turns;
        if (sending) beat <= beat + 3'd1;
        if (starts) beat <= 3'd0;
        routed <= starts;
        if (routed) sending <= 1'b1;
        else if (beat == 3'd7) sending <= 1'b0;
        case ({starts, tx_credit})
            2'b10: credits <= credits - 4'd1;
            2'b01: credits <= credits + 4'd1;
            default: ;
        endcase
        tx_valid <= sending;
        tx_sop <= sending && beat == 3'd0;
        tx_eop <= sending && beat == 3'd7;
        tx_data <= !sending ? 64'd0 : beat == 3'd0 ? header : payload;
        if (rst) begin
            route_dst <= 8'd0;
            credits <= CREDITS;
            routed <= 1'b0;
            sending <= 1'b0;
            beat <= 3'd0;
            tx_valid <= 1'b0;
            tx_sop <= 1'b0;
            tx_eop <= 1'b0;
            tx_data <= 64'd0;
        end
    end

    // Receiving. A packet stays in its slot until all of its 16 halves of beats have been read.
    reg [63:0] slots [0:63];
    reg [5:0]  written;     // next beat that comes
    reg [6:0]  next_half;   // that is read
    reg [3:0]  whole;       // packets in the slots
    reg [63:0] shown;
    wire [31:0] half = next_half[0] ? shown[63:32] : shown[31:0];
    wire reads = bus_read && bus_address == RECEIVE;
    wire frees = reads && next_half[3:0] == 4'd15;
    wire comes = rx_valid && rx_eop;
    wire [2:0] rx_beat = written[2:0];
    wire [31:0] rotated = rx_data[63:32] << rx_beat | rx_data[63:32] >> (6'd32 - {3'd0, rx_beat});

    always @(posedge clk) begin
        if (rx_valid) slots[written] <= rx_data;
        shown <= slots[next_half[6:1]];
    end

    always @(posedge clk) begin
        if (rx_valid) written <= written + 6'd1;
        if (reads) next_half <= next_half + 7'd1;
        case ({comes, frees})
            2'b10: whole <= whole + 4'd1;
            2'b01: whole <= whole - 4'd1;
            default: ;
        endcase
        rx_credit <= frees;
        if (rx_valid && !rx_sop) digest <= digest + (rx_data[31:0] ^ rotated);
        if (rst) begin
            written <= 6'd0;
            next_half <= 7'd0;
            whole <= 4'd0;
            rx_credit <= 1'b0;
            digest <= 32'd0;
        end
    end

    // What the CPU reads, and what it says in the end.
    always @(posedge clk) begin
        case (bus_address)
            NODE: bus_result <= {24'd0, node};
            STATUS: bus_result <= {30'd0, whole != 4'd0, room};
            default: bus_result <= half;
        endcase
        if (bus_write && bus_address == RESULT) begin
            done <= 1'b1;
            wrong <= wrong || bus_data[31:16] != 16'd0;
            checked <= bus_data[31:16] + bus_data[15:0];
        end
        if (rx_valid && rx_eop && rx_bad) wrong <= 1'b1;
        if (rst) begin
            bus_result <= 32'd0;
            done <= 1'b0;
            wrong <= 1'b0;
            checked <= 16'd0;
        end
    end
endmodule
