// SPDX-License-Identifier: Apache-2.0
// Files of cioq_recn_axis_switch, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
cioq_recn_queues.v
cioq_recn_cam.v
cioq_recn_markers.v
cioq_recn_detection.v
recn_rfcu_inclusive1.v
ram_1r1w_width128_depth256_rdw2.v
link_guard.v
recn_name_extend.v
link_delay_latency1_data63.v
link_delay_width1_latency1.v
cioq_recn_input_port.v
cioq_recn_queues_queues5.v
cioq_recn_cam_standard1.v
cioq_recn_markers_standard1.v
cioq_recn_notifier.v
credit_counter.v
rr_arbiter_n5.v
link_delay_width68_data64.v
cioq_recn_output_port.v
cioq_recn_scheduler.v
rr_arbiter_n8.v
recn_note_bus.v
link_errors.v
cioq_recn_switch.v
skid_buffer_width74.v
fifo_width16_depth32.v
axis_cut.v
link_guard_ports0.v
fifo_width28_depth32.v
fifo_width77.v
axis_join.v
link_errors_causes6.v
cioq_recn_axis_switch.v
