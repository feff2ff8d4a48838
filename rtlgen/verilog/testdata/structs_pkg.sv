// structs_pkg: types of the ports of structs_sv, its parameters

package structs_pkg;

    /* verilator lint_off UNUSEDPARAM */
    localparam int N = 3;
    /* verilator lint_on UNUSEDPARAM */

    // links in
    typedef struct packed {
        logic [3:0] data;  // a beat
    } rx_i_t;

    // what comes back
    typedef struct packed {
        logic [1:0]      type_;  // its kind
        logic [1:0][4:0] name;   // names
    } tx_note_i_t;

    // what comes back
    typedef struct packed {
        tx_note_i_t       note;  // what comes back
        logic       [1:0] full;  // queues that are full
    } tx_i_t;

    // hosts
    typedef struct packed {
        logic [1:0][2:0] beat;  // two beats
    } host_i_t;

    // a struct of one lane
    typedef struct packed {
        logic [1:0]      type_;  // its kind
        logic [1:0][4:0] name;   // names
    } single_i_t;

    // what comes back
    typedef struct packed {
        logic [1:0]      type_;  // its kind
        logic [1:0][4:0] name;   // names
    } rx_note_o_t;

    // what comes back
    typedef struct packed {
        rx_note_o_t       note;  // what comes back
        logic       [1:0] full;  // queues that are full
    } rx_o_t;

    // links out
    typedef struct packed {
        logic [3:0] data;  // a beat
    } tx_o_t;

    // hosts
    typedef struct packed {
        logic taken;  // they are taken
    } host_o_t;

endpackage
