// SPDX-License-Identifier: Apache-2.0
// Files of qcn_culprit, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
qcn_culprit_array.v
qcn_culprit_engine.v
qcn_culprit.v
