// SPDX-License-Identifier: Apache-2.0
// Files of qcn_cell_guard, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
qcn_cell_guard.v
