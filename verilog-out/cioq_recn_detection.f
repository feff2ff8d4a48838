// Files of cioq_recn_detection, children before parents.
cioq_recn_detection.v
