// SPDX-License-Identifier: Apache-2.0
// Files of voqsw_axis_switch, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
recn_mmu_saqs0.v
link_guard.v
voqsw_queues.v
link_delay_width1_latency1.v
voqsw_input_port.v
link_delay_width68_latency1_data64.v
credit_counter.v
recn_output_port_saqs0.v
link_errors.v
voqsw_scheduler.v
voqsw_switch.v
skid_buffer_width74.v
fifo_width16_depth32.v
axis_cut.v
link_guard_ports0.v
fifo_width28_depth32.v
fifo_width77.v
axis_join.v
link_errors_causes6.v
voqsw_axis_switch.v
