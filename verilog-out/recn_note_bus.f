// Files of recn_note_bus, children before parents.
rr_arbiter_n8.v
recn_note_bus.v
