// Files of traffic_nic_cam, children before parents.
traffic_nic_cam.v
