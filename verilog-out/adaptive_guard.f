// SPDX-License-Identifier: Apache-2.0
// Files of adaptive_guard, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
adaptive_guard.v
