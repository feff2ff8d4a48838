// SPDX-License-Identifier: Apache-2.0
// Files of cioq_recn_output_port, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
cioq_recn_queues_queues5.v
cioq_recn_cam_standard1.v
cioq_recn_markers_standard1.v
cioq_recn_notifier.v
ram_1r1w_width128_depth256_rdw2.v
credit_counter.v
rr_arbiter_n5.v
link_delay_width68_data64.v
cioq_recn_output_port.v
