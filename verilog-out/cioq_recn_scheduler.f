// SPDX-License-Identifier: Apache-2.0
// Files of cioq_recn_scheduler, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
cioq_recn_scheduler.v
