// Files of skid_buffer, children before parents.
skid_buffer.v
