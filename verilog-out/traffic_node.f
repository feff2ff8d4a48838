// SPDX-License-Identifier: Apache-2.0
// Files of traffic_node, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
traffic_source.v
ram_1r1w_width83_depth4096_rdw2.v
ram_1r1w_width12_depth4096_rdw2.v
link_delay_width68_data64.v
traffic_framer.v
traffic_nic_cam.v
credit_counter.v
traffic_nic.v
link_delay_width1_latency1.v
traffic_sink.v
traffic_node.v
