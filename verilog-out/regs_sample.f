// SPDX-License-Identifier: Apache-2.0
// Files of regs_sample, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
regs_axil_address8.v
regs_sample.v
