// SPDX-License-Identifier: Apache-2.0
// Files of cioq_input, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_delay_width1.v
cioq_input.v
