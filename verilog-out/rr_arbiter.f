// SPDX-License-Identifier: Apache-2.0
// Files of rr_arbiter, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
rr_arbiter.v
