// SPDX-License-Identifier: Apache-2.0
// Files of clos_node, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
clos_source.v
clos_sink.v
reqgrant_ingress_b_reasm256_b_in100_voq256_max_p1_oob1_unsol0.v
reqgrant_parser_b_reasm256_oob1.v
reqgrant_lists_lists64_slots275.v
reqgrant_lists_slots275.v
fifo_width9_depth259.v
reqgrant_egress_b_reasm256_max_p1.v
reqgrant_arbiter_b_reasm256_fc_init100_max_p1.v
reqgrant_watch_watch16_oob1.v
link_errors_causes13.v
reqgrant_adapter_b_reasm256_fc_init100_b_in100_voq256_max_p1_oob1_unsol0_watch16.v
link_delay_width99_latency6_data98.v
clos_node.v
