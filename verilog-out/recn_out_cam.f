// Files of recn_out_cam, children before parents.
fifo_width66_depth4.v
recn_out_cam.v
