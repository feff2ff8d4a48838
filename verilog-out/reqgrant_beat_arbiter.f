// SPDX-License-Identifier: Apache-2.0
// Files of reqgrant_beat_arbiter, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width4.v
reqgrant_beat_arbiter.v
