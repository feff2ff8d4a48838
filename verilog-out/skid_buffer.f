// SPDX-License-Identifier: Apache-2.0
// Files of skid_buffer, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
skid_buffer.v
