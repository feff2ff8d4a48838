// SPDX-License-Identifier: Apache-2.0
// Files of reqgrant_beat_adapter, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
reqgrant_beat_ingress.v
reqgrant_beat_parser.v
reqgrant_lists_lists64_slots84.v
reqgrant_lists_slots84.v
fifo_width7_depth68.v
fifo_width26_depth4.v
reqgrant_beat_egress.v
fifo_width4.v
reqgrant_beat_arbiter.v
reqgrant_watch.v
link_errors_causes13.v
reqgrant_beat_adapter.v
