// SPDX-License-Identifier: Apache-2.0
// Files of recn_axis_switch, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
recn_mmu.v
link_guard.v
recn_ru.v
link_delay_width1_latency1.v
recn_mu.v
recn_ppu.v
recn_in_cam.v
recn_cdu.v
recn_rfcu.v
link_delay_latency1_data63.v
recn_name_extend.v
recn_input_port.v
link_delay_width68_latency1_data64.v
credit_counter.v
fifo_width45_depth4.v
recn_out_cam.v
recn_output_port.v
recn_scheduler.v
rr_arbiter_n8.v
recn_note_bus.v
link_errors.v
recn_switch.v
skid_buffer_width74.v
fifo_width16_depth32.v
axis_cut.v
link_guard_ports0.v
fifo_width28_depth32.v
fifo_width77.v
axis_join.v
link_errors_causes6.v
recn_axis_switch.v
