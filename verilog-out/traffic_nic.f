// SPDX-License-Identifier: Apache-2.0
// Files of traffic_nic, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
ram_1r1w_width83_depth4096_rdw2.v
ram_1r1w_width12_depth4096_rdw2.v
link_delay_width68_data64.v
traffic_framer.v
traffic_nic_cam.v
credit_counter.v
traffic_nic.v
