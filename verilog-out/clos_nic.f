// SPDX-License-Identifier: Apache-2.0
// Files of clos_nic, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width36_depth64.v
credit_counter_max100.v
clos_nic.v
