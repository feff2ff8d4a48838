// SPDX-License-Identifier: Apache-2.0
// Files of traffic_sink, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_delay_width1_latency1.v
traffic_sink.v
