// Files of traffic_source, children before parents.
traffic_source.v
