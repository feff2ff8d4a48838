// Files of recn_in_cam, children before parents.
recn_in_cam.v
