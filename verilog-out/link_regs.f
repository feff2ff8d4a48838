// SPDX-License-Identifier: Apache-2.0
// Files of link_regs, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
regs_axil_address10.v
link_regs.v
