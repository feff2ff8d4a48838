// SPDX-License-Identifier: Apache-2.0
// Files of voqnet_switch, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_guard_slots0.v
ram_1r1w_depth2048_rdw2.v
link_delay_width7_latency1.v
voqnet_input_port.v
link_delay_width68_latency1_data64.v
voqnet_credits.v
voqnet_output_port.v
link_errors.v
voqnet_scheduler.v
voqnet_switch.v
