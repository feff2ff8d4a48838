// Files of traffic_framer, children before parents.
link_delay_width67_data64.v
traffic_framer.v
