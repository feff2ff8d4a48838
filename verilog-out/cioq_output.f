// SPDX-License-Identifier: Apache-2.0
// Files of cioq_output, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
credit_counter_max32.v
link_delay_width68_latency1_data67.v
cioq_output.v
