// SPDX-License-Identifier: Apache-2.0
// Files of link_end, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_unit_silence32.v
link_errors_causes4.v
link_replay_width182_tries16.v
fifo_width182_depth1024.v
skid_buffer_width182.v
fifo_width182_depth32.v
link_end.v
