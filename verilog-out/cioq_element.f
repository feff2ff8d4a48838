// SPDX-License-Identifier: Apache-2.0
// Files of cioq_element, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
link_delay_width1.v
cioq_input.v
credit_counter_max32.v
link_delay_width68_latency1_data67.v
cioq_output.v
cioq_crossbar.v
cioq_scheduler.v
link_errors_causes7.v
cioq_element.v
