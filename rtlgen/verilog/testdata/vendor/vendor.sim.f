// Files of vendor for simulation: black boxes are their models.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
models/block_ram.v
models/block_ram_width36.v
models/sampler.v
vendor.v
