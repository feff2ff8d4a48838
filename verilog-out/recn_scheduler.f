// Files of recn_scheduler, children before parents.
sep_allocator_inputs8_queues5_outputs8.v
recn_scheduler.v
