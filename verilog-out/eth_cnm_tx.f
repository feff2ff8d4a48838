// SPDX-License-Identifier: Apache-2.0
// Files of eth_cnm_tx, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
skid_buffer_width74.v
eth_cnm_tx.v
