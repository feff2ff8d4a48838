// SPDX-License-Identifier: Apache-2.0
// Files of recn_output_port, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_delay_width68_latency1_data64.v
credit_counter.v
fifo_width45_depth4.v
recn_out_cam.v
recn_output_port.v
