// SPDX-License-Identifier: Apache-2.0
// Files of eth_vlan_rx, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
skid_buffer_width74.v
skid_buffer_width107.v
eth_vlan_rx.v
