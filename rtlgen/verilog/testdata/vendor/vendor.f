// Files of vendor, children before parents.
block_ram.v
block_ram_width36.v
sampler.v
vendor.v
