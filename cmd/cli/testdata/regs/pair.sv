// regs_sample and what peakrdl-regblock makes of its SystemRDL get the same accesses and events, and must answer alike.
// Accesses go to the one and then to the other; events come between accesses.
module pair;
    localparam integer Accesses = 6000;

    logic clk = 0;
    logic rst = 1;
    always #5 clk = !clk;

    logic [1:0] awvalid = 0, wvalid = 0, bready = 0, arvalid = 0, rready = 0;
    wire  [1:0] awready, wready, bvalid, arready, rvalid;
    logic [7:0] addr;
    logic [31:0] wdata;
    logic [3:0] wstrb;
    wire [31:0] rdata[2];
    wire [1:0] bresp[2], rresp[2];

    logic [9:0] causes = 0;
    logic [7:0] level = 0;
    logic [2:0] errors = 0;
    wire irq;
    wire [26:0] xoff;
    wire [2:0] clear;
    wire [23:0] counts;

    regs_sample ours (
        .clk, .rst, .s_axil_awprot(3'd0), .s_axil_arprot(3'd0), .s_axil_awaddr(addr), .s_axil_araddr(addr),
        .s_axil_wdata(wdata), .s_axil_wstrb(wstrb), .s_axil_awvalid(awvalid[0]), .s_axil_awready(awready[0]),
        .s_axil_wvalid(wvalid[0]), .s_axil_wready(wready[0]), .s_axil_bvalid(bvalid[0]), .s_axil_bready(bready[0]),
        .s_axil_bresp(bresp[0]), .s_axil_arvalid(arvalid[0]), .s_axil_arready(arready[0]), .s_axil_rvalid(rvalid[0]),
        .s_axil_rready(rready[0]), .s_axil_rdata(rdata[0]), .s_axil_rresp(rresp[0]),
        .causes, .level, .errors, .irq, .xoff, .clear, .counts
    );

    regblock_pkg::regs_sample__in_t from_hw;
    regblock_pkg::regs_sample__out_t to_hw;
    assign from_hw.irq_pending.causes.next = causes;
    assign from_hw.irq_pending.level_now.next = level;
    assign from_hw.port_errors[0].errors.incr = errors[0];
    assign from_hw.port_errors[1].errors.incr = errors[1];
    assign from_hw.port_errors[2].errors.incr = errors[2];

    regblock theirs (
        .clk, .rst, .s_axil_awprot(3'd0), .s_axil_arprot(3'd0), .s_axil_awaddr(addr), .s_axil_araddr(addr),
        .s_axil_wdata(wdata), .s_axil_wstrb(wstrb), .s_axil_awvalid(awvalid[1]), .s_axil_awready(awready[1]),
        .s_axil_wvalid(wvalid[1]), .s_axil_wready(wready[1]), .s_axil_bvalid(bvalid[1]), .s_axil_bready(bready[1]),
        .s_axil_bresp(bresp[1]), .s_axil_arvalid(arvalid[1]), .s_axil_arready(arready[1]), .s_axil_rvalid(rvalid[1]),
        .s_axil_rready(rready[1]), .s_axil_rdata(rdata[1]), .s_axil_rresp(rresp[1]),
        .hwif_in(from_hw), .hwif_out(to_hw)
    );

    wire [26:0] their_xoff = {to_hw.port_xoff[2].xoff.value, to_hw.port_xoff[1].xoff.value, to_hw.port_xoff[0].xoff.value};
    wire [2:0] their_clear = {to_hw.port_xoff[2].clear.value, to_hw.port_xoff[1].clear.value, to_hw.port_xoff[0].clear.value};

    // How often each command was 1.
    integer commands[2][3];
    always @(posedge clk)
        for (integer i = 0; i < 3; i++) begin
            if (clear[i]) commands[0][i] <= commands[0][i] + 1;
            if (their_clear[i]) commands[1][i] <= commands[1][i] + 1;
        end

    logic [31:0] state = 32'd`SEED;
    function automatic logic [31:0] random();
        state = state ^ (state << 13);
        state = state ^ (state >> 17);
        state = state ^ (state << 5);
        return state;
    endfunction

    logic [33:0] answer[2]; // {response, data}
    integer reads = 0, writes = 0, refused = 0, raised = 0, full = 0;

    // What is driven changes while the clock is low; what is ready then passes at the next rising edge.
    // The address and the data of a write come in either order.
    task automatic write(input integer d, input integer aw_after, input integer w_after);
        integer cycle = 0;
        logic aw_done = 0, w_done = 0;
        do begin
            @(negedge clk);
            awvalid[d] = !aw_done && cycle >= aw_after;
            wvalid[d] = !w_done && cycle >= w_after;
            bready[d] = aw_done && w_done;
            #1;
            if (awvalid[d] && awready[d]) aw_done = 1;
            if (wvalid[d] && wready[d]) w_done = 1;
            cycle++;
        end while (!(bvalid[d] && bready[d]));
        answer[d] = {bresp[d], 32'd0};
        @(negedge clk);
        bready[d] = 0;
    endtask

    task automatic read(input integer d);
        logic ar_done = 0;
        do begin
            @(negedge clk);
            arvalid[d] = !ar_done;
            rready[d] = ar_done;
            #1;
            if (arvalid[d] && arready[d]) ar_done = 1;
        end while (!(rvalid[d] && rready[d]));
        answer[d] = {rresp[d], rresp[d] == 0 ? rdata[d] : 32'd0};
        @(negedge clk);
        rready[d] = 0;
    endtask

    task automatic check(input integer n);
        if (answer[0] !== answer[1] || xoff !== their_xoff || irq !== to_hw.irq_pending.intr
            || commands[0] != commands[1]) begin
            $display("access %0d at 0x%h differs: %h and %h, xoff %h and %h, irq %b and %b", n, addr, answer[0], answer[1],
                xoff, their_xoff, irq, to_hw.irq_pending.intr);
            $fatal;
        end
        refused += {31'd0, answer[0][33]};
        raised += {31'd0, irq};
        full += {31'd0, addr[7:2] >= 32 && addr[7:2] < 35 && answer[0] == 34'd255};
    endtask

    task automatic events();
        integer n = random() % 20 == 0 ? 300 : random() % 8;
        logic [31:0] which = random();
        level = which[15:8];
        errors = which[2:0];
        repeat (n) @(negedge clk);
        errors = 0;
        causes = which[3] ? 10'd1 << which[31:16] % 10 : 10'd0;
        @(negedge clk);
        causes = 0;
        @(negedge clk);
    endtask

    initial begin
        logic [31:0] r;
        for (integer i = 0; i < 3; i++) begin
            commands[0][i] = 0;
            commands[1][i] = 0;
        end
        repeat (3) @(negedge clk);
        rst = 0;
        @(negedge clk);
        for (integer n = 0; n < Accesses; n++) begin
            r = random();
            case (r[1:0])
                0: addr = random() % 8;
                1: addr = 8'h40 + random() % 16;
                2: addr = 8'h80 + random() % 16;
                3: addr = random() % 256;
            endcase
            wdata = random();
            wstrb = r[4] ? 4'd15 : r[8:5];
            for (integer d = 0; d < 2; d++)
                if (r[9]) write(d, r[11:10], r[13:12]);
                else read(d);
            reads += {31'd0, !r[9]};
            writes += {31'd0, r[9]};
            @(negedge clk);
            @(negedge clk);
            check(n);
            if (r[14]) events();
        end
        $display("%0d reads, %0d writes, %0d refused, %0d with an interrupt, %0d full counters, %0d commands: alike", reads,
            writes, refused, raised, full, commands[0][0] + commands[0][1] + commands[0][2]);
        $finish;
    end
endmodule
