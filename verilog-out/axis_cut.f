// SPDX-License-Identifier: Apache-2.0
// Files of axis_cut, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
skid_buffer_width74.v
fifo_width16_depth32.v
credit_counter.v
axis_cut.v
