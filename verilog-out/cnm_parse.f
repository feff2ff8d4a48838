// SPDX-License-Identifier: Apache-2.0
// Files of cnm_parse, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
frame_fcs.v
cnm_parse.v
