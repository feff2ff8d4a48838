// SPDX-License-Identifier: Apache-2.0
// Files of recn_note_bus, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
rr_arbiter_n8.v
recn_note_bus.v
