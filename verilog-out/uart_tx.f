// SPDX-License-Identifier: Apache-2.0
// Files of uart_tx, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
uart_tx.v
