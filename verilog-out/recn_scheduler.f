// SPDX-License-Identifier: Apache-2.0
// Files of recn_scheduler, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
recn_scheduler.v
