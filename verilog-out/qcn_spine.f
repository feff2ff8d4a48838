// SPDX-License-Identifier: Apache-2.0
// Files of qcn_spine, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
qcn_cell_buffer.v
qcn_cell_guard_at_leaf0.v
link_errors_causes7.v
qcn_spine.v
