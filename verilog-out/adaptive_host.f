// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_host, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
qcn_rp_update_timer300000_min_rate10.v
qcn_rp_flows6_limiters8_reaction_time1_timer300000_min_rate10.v
qcn_pacer.v
qcn_adapter_flows6_limiters8_prios1_queue256_per_dest1_gap0_whole_beats1_reaction_time1_timer300000_min_rate10.v
fifo_width51_depth32.v
adaptive_resequencer.v
adaptive_traffic.v
adaptive_guard_at_host1.v
qcn_pause_rx_prios1.v
link_errors.v
adaptive_host.v
