// SPDX-License-Identifier: Apache-2.0
// Files of regs_axil, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
regs_axil.v
