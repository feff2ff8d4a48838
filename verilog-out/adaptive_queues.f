// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_queues, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width7_depth100.v
adaptive_queues.v
