// SPDX-License-Identifier: Apache-2.0
// Files of credit_counter, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
credit_counter.v
