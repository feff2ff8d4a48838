// SPDX-License-Identifier: Apache-2.0
// Files of counter_printer, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
counter_printer.v
