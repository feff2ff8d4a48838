// SPDX-License-Identifier: Apache-2.0
// Files of reqgrant_adapter, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
reqgrant_ingress.v
reqgrant_parser.v
reqgrant_lists_lists64_slots84.v
reqgrant_lists_slots84.v
fifo_width7_depth68.v
reqgrant_egress.v
reqgrant_arbiter.v
reqgrant_watch.v
link_errors_causes13.v
reqgrant_adapter.v
