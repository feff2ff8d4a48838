// Files of lanes, children before parents.
lanes.v
