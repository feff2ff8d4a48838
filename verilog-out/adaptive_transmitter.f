// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_transmitter, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width128.v
adaptive_transmitter.v
