// structs_sv: ports of all shapes; with structs and packed arrays for ports  n = 3

module structs_sv (
    input  logic                              clk,       // rising edge
    input  logic                              rst,       // synchronous, active high
    input  structs_pkg::rx_i_t     [2:0]      rx_i_,     // links in
    input  structs_pkg::tx_i_t     [2:0]      tx_i,      // what comes back
    input  structs_pkg::host_i_t   [1:0]      host_i,    // hosts
    input  logic                   [1:0]      taken,     // hosts whose beats are taken
    input  structs_pkg::single_i_t [0:0]      single_i,  // a struct of one lane
    input  logic                              rx_i,      // a name that the wrapper would choose
    output structs_pkg::rx_o_t     [2:0]      rx_o,      // what comes back
    output structs_pkg::tx_o_t     [2:0]      tx_o,      // links out
    output structs_pkg::host_o_t   [1:0]      host_o,    // hosts
    output logic                   [3:0][2:0] sum,       // beats of the hosts, host 0 first
    output logic                   [1:0][1:0] only,      // halves of taken
    output logic                              copy,      // rx_i and the one lane
    output logic                              delayed    // rx_i, a cycle later
);

    logic [11:0] rx_data;
    logic [5:0]  tx_note_type;
    logic [29:0] tx_note_name;
    logic [5:0]  tx_full;
    logic [1:0]  single_type;
    logic [9:0]  single_name;
    logic [5:0]  rx_note_type;
    logic [29:0] rx_note_name;
    logic [5:0]  rx_full;
    logic [11:0] tx_data;

    for (genvar lane_0 = 0; lane_0 < 3; lane_0++) begin : lanes_of_rx_i_
        assign rx_data[lane_0*4 +: 4] = rx_i_[lane_0].data;
    end

    for (genvar lane_0 = 0; lane_0 < 3; lane_0++) begin : lanes_of_tx_i
        assign tx_note_type[lane_0*2 +: 2] = tx_i[lane_0].note.type_;
        assign tx_note_name[lane_0*10 +: 10] = tx_i[lane_0].note.name;
        assign tx_full[lane_0*2 +: 2] = tx_i[lane_0].full;
    end

    for (genvar lane_0 = 0; lane_0 < 1; lane_0++) begin : lanes_of_single_i
        assign single_type[lane_0*2 +: 2] = single_i[lane_0].type_;
        assign single_name[lane_0*10 +: 10] = single_i[lane_0].name;
    end

    for (genvar lane_0 = 0; lane_0 < 3; lane_0++) begin : lanes_of_rx_o
        assign rx_o[lane_0].note.type_ = rx_note_type[lane_0*2 +: 2];
        assign rx_o[lane_0].note.name = rx_note_name[lane_0*10 +: 10];
        assign rx_o[lane_0].full = rx_full[lane_0*2 +: 2];
    end

    for (genvar lane_0 = 0; lane_0 < 3; lane_0++) begin : lanes_of_tx_o
        assign tx_o[lane_0].data = tx_data[lane_0*4 +: 4];
    end

    structs core (
        .clk          (clk),
        .rst          (rst),
        .rx_data      (rx_data),
        .tx_note_type (tx_note_type),
        .tx_note_name (tx_note_name),
        .tx_full      (tx_full),
        .host0_beat   (host_i[0].beat),
        .host1_beat   (host_i[1].beat),
        .taken        (taken),
        .single_type  (single_type),
        .single_name  (single_name),
        .rx_i         (rx_i),
        .rx_note_type (rx_note_type),
        .rx_note_name (rx_note_name),
        .rx_full      (rx_full),
        .tx_data      (tx_data),
        .host0_taken  (host_o[0].taken),
        .host1_taken  (host_o[1].taken),
        .sum          (sum),
        .only0        (only[0]),
        .only1        (only[1]),
        .copy         (copy),
        .delayed      (delayed)
    );

endmodule
