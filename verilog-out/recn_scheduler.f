// SPDX-License-Identifier: Apache-2.0
// Files of recn_scheduler, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
sep_allocator_inputs8_queues5_outputs8.v
recn_scheduler.v
