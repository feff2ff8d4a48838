// SPDX-License-Identifier: Apache-2.0
// Files of reqgrant_egress, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
reqgrant_lists_lists64_slots83.v
reqgrant_lists_slots83.v
fifo_width7_depth67.v
reqgrant_egress.v
