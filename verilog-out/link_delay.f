// Files of link_delay, children before parents.
link_delay.v
