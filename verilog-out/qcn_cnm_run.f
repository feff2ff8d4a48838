// SPDX-License-Identifier: Apache-2.0
// Files of qcn_cnm_run, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
qcn_cnm_run.v
