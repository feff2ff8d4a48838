// SPDX-License-Identifier: Apache-2.0
// Files of qcn_port_management, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
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
