// SPDX-License-Identifier: Apache-2.0
// Files of reqgrant_watch, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
reqgrant_watch.v
