// SPDX-License-Identifier: Apache-2.0
// Files of pfc_parse, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
frame_fcs.v
pfc_parse.v
