// SPDX-License-Identifier: Apache-2.0
// Files of fabric_line, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fabric_line.v
