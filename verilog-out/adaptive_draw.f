// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_draw, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
adaptive_draw.v
