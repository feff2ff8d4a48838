// Files of cioq_recn_queues, children before parents.
cioq_recn_queues.v
