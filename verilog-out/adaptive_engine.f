// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_engine, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
adaptive_table.v
adaptive_congestion.v
adaptive_draw.v
adaptive_engine.v
