// SPDX-License-Identifier: Apache-2.0
// Files of reqgrant_repair, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
reqgrant_repair.v
