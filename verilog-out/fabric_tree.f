// SPDX-License-Identifier: Apache-2.0
// Files of fabric_tree, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
traffic_source_nodes16.v
ram_1r1w_width83_depth4096_rdw2.v
ram_1r1w_width12_depth4096_rdw2.v
link_delay_width68_data64.v
traffic_framer.v
traffic_nic_cam.v
credit_counter.v
traffic_nic_nodes16.v
link_delay_width1_latency1.v
traffic_sink_nodes16.v
traffic_node_nodes16.v
recn_mmu.v
link_guard.v
recn_ru.v
recn_mu.v
recn_ppu.v
recn_in_cam.v
recn_cdu.v
recn_rfcu.v
link_delay_latency1_data63.v
recn_name_extend.v
recn_input_port.v
link_delay_width68_latency1_data64.v
fifo_width45_depth4.v
recn_out_cam.v
recn_output_port.v
recn_scheduler.v
rr_arbiter_n8.v
recn_note_bus.v
link_errors.v
recn_switch.v
tree_route.v
fabric_monitor.v
fabric_tree.v
