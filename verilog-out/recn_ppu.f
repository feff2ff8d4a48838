// Files of recn_ppu, children before parents.
recn_ppu.v
