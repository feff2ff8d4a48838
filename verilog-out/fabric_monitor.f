// Files of fabric_monitor, children before parents.
fabric_monitor.v
