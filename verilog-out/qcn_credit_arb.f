// SPDX-License-Identifier: Apache-2.0
// Files of qcn_credit_arb, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width3_depth8.v
qcn_credit_arb.v
