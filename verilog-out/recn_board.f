// SPDX-License-Identifier: Apache-2.0
// Files of recn_board, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
traffic_source_nodes4.v
ram_1r1w_width83_depth1024_rdw2.v
ram_1r1w_width10_depth1024_rdw2.v
link_delay_width67_data64.v
traffic_framer.v
traffic_nic_cam.v
credit_counter.v
traffic_nic_nodes4_queue1024.v
link_delay_width1_latency1.v
traffic_sink_nodes4.v
traffic_node_nodes4_queue1024.v
recn_mmu.v
recn_ru_ports4.v
recn_mu.v
recn_ppu_ports4.v
recn_in_cam_ports4.v
recn_cdu_ports4.v
recn_rfcu.v
link_delay_latency1_data63.v
recn_name_extend_ports4.v
recn_input_port_ports4.v
link_delay_width67_latency1_data64.v
fifo_width49_depth4.v
recn_out_cam_ports4.v
recn_output_port_ports4.v
recn_scheduler_ports4.v
rr_arbiter.v
recn_note_bus_ports4.v
recn_switch_ports4.v
tree_route_levels1_ports4.v
fabric_monitor_ports4.v
fabric_tree_levels1_ports4_queue1024.v
counter_printer.v
uart_tx.v
recn_board.v
