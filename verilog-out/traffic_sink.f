// Files of traffic_sink, children before parents.
link_delay_width1_latency1.v
traffic_sink.v
