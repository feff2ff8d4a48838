// SPDX-License-Identifier: Apache-2.0
// Files of qcn_leaf_out, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width128.v
link_delay_width1_data1.v
link_delay_width132_data129.v
qcn_leaf_out.v
