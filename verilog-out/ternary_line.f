// SPDX-License-Identifier: Apache-2.0
// Files of ternary_line, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
ternary_line.v
