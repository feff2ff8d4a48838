// Files of recn_mmu, children before parents.
recn_mmu.v
