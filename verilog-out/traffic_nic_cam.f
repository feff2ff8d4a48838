// SPDX-License-Identifier: Apache-2.0
// Files of traffic_nic_cam, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
traffic_nic_cam.v
