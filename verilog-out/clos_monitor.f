// SPDX-License-Identifier: Apache-2.0
// Files of clos_monitor, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
clos_monitor.v
