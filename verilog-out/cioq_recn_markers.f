// Files of cioq_recn_markers, children before parents.
cioq_recn_markers.v
