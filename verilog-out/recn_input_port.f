// SPDX-License-Identifier: Apache-2.0
// Files of recn_input_port, children before parents.
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
