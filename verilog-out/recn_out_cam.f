// SPDX-License-Identifier: Apache-2.0
// Files of recn_out_cam, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
fifo_width45_depth4.v
recn_out_cam.v
