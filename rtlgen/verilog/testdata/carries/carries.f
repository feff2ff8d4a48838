// Files of carries, children before parents.
carries.v
