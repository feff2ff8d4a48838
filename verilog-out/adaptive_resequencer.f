// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_resequencer, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width51_depth32.v
adaptive_resequencer.v
