// SPDX-License-Identifier: Apache-2.0
// Files of traffic_source, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
traffic_source.v
