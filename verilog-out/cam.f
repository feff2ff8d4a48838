// Files of cam, children before parents.
cam.v
