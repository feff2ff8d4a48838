// Files of cioq_recn_cam, children before parents.
cioq_recn_cam.v
