// SPDX-License-Identifier: Apache-2.0
// Files of cioq_recn_input_port, children before parents.
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
