// SPDX-License-Identifier: Apache-2.0
// Files of eth_cnm_rx, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_errors_causes5_bits16.v
eth_cnm_rx.v
