// SPDX-License-Identifier: Apache-2.0
// Files of traffic_nic_voq, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
ram_1r1w_width44_depth4096_rdw2.v
ram_1r1w_width12_depth4096_rdw1.v
voqnet_credits.v
link_delay_width68_data64.v
traffic_framer.v
traffic_nic_voq.v
