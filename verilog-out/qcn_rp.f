// SPDX-License-Identifier: Apache-2.0
// Files of qcn_rp, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
qcn_rp_update.v
qcn_rp.v
