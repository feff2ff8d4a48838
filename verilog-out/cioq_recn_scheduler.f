// Files of cioq_recn_scheduler, children before parents.
sep_allocator_inputs8_queues12_outputs8.v
cioq_recn_scheduler.v
