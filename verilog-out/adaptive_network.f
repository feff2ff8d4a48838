// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_network, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
adaptive_guard.v
fifo_width128.v
adaptive_receiver.v
adaptive_table.v
adaptive_congestion.v
adaptive_draw.v
adaptive_engine.v
fifo_width7_depth100.v
adaptive_queues.v
adaptive_transmitter.v
qcn_pause_rx_prios1.v
qcn_pause_prios1_units100_q_high81_q_low59_headroom16_refresh32768.v
qcn_cp_q_eq33000_buffer900000.v
adaptive_notifier.v
adaptive_meter.v
link_errors.v
adaptive_switch.v
qcn_rp_update_timer300000_min_rate10.v
qcn_rp_flows6_limiters8_reaction_time1_timer300000_min_rate10.v
qcn_pacer.v
qcn_adapter_flows6_limiters8_prios1_queue256_per_dest1_gap0_whole_beats1_reaction_time1_timer300000_min_rate10.v
fifo_width51_depth32.v
adaptive_resequencer.v
adaptive_traffic.v
adaptive_guard_at_host1.v
adaptive_host.v
adaptive_network.v
