// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_switch, children before parents.
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
