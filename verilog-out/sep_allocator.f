// Files of sep_allocator, children before parents.
sep_allocator.v
