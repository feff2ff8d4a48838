// SPDX-License-Identifier: Apache-2.0
// Files of qcn_leaf_in, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width12_depth1184.v
fifo_width18_depth1184.v
fifo_width14_depth1184.v
qcn_leaf_in.v
