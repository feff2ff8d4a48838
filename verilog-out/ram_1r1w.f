// SPDX-License-Identifier: Apache-2.0
// Files of ram_1r1w, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
ram_1r1w.v
