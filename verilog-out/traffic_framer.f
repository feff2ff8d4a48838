// SPDX-License-Identifier: Apache-2.0
// Files of traffic_framer, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_delay_width68_data64.v
traffic_framer.v
