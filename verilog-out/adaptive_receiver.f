// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_receiver, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
adaptive_guard.v
fifo_width128.v
adaptive_receiver.v
