// SPDX-License-Identifier: Apache-2.0
// Files of axis_join, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_guard_ports0.v
fifo_width28_depth32.v
fifo_width77.v
axis_join.v
