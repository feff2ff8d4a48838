// SPDX-License-Identifier: Apache-2.0
// Files of qcn_fabric, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width12_depth1184.v
fifo_width18_depth1184.v
fifo_width14_depth1184.v
qcn_leaf_in.v
fifo_width128.v
link_delay_width1_data1.v
link_delay_width132_data129.v
qcn_leaf_out.v
fifo_width3_depth8.v
qcn_credit_arb.v
qcn_uplinks.v
qcn_cell_buffer.v
qcn_pause_headroom130.v
qcn_pause_rx.v
qcn_cp_buffer198656.v
qcn_dos.v
qcn_cnm.v
qcn_marking.v
qcn_culprit_array_units1184.v
qcn_culprit_engine_units1184.v
qcn_culprit_units1184.v
qcn_marking_dos0.v
qcn_port_management.v
link_errors_causes9.v
qcn_cell_guard.v
link_errors_causes7.v
qcn_leaf.v
qcn_cell_guard_at_leaf0.v
qcn_spine.v
qcn_fabric.v
