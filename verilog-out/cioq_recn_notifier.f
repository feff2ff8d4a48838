// Files of cioq_recn_notifier, children before parents.
cioq_recn_notifier.v
