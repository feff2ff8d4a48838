// Files of memories, children before parents.
memories.v
