// SPDX-License-Identifier: Apache-2.0
// Files of cioq_crossbar, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
cioq_crossbar.v
