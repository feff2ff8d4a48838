// SPDX-License-Identifier: Apache-2.0
// Files of free_list, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
free_list.v
