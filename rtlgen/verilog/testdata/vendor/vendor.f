// Files of vendor, children before parents.
// The names start from this folder: use -f in it, and verilator -F from elsewhere.
block_ram.v
block_ram_width36.v
sampler.v
vendor.v
