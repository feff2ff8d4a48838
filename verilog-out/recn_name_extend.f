// SPDX-License-Identifier: Apache-2.0
// Files of recn_name_extend, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
recn_name_extend.v
