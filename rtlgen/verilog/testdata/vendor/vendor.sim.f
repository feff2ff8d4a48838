// Files of vendor for simulation: black boxes are their models.
models/block_ram.v
models/block_ram_width36.v
models/sampler.v
vendor.v
