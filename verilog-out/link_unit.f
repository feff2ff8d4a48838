// SPDX-License-Identifier: Apache-2.0
// Files of link_unit, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_unit.v
