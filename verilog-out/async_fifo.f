// SPDX-License-Identifier: Apache-2.0
// Files of async_fifo, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
async_fifo.v
