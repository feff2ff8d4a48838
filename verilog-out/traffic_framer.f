// Files of traffic_framer, children before parents.
link_delay_width67.v
traffic_framer.v
