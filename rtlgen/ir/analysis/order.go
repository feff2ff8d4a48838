package analysis

// Order lists the items so that each comes after those that it depends on. It
// calls cycle for every dependence that closes a cycle, with the items on it:
// each depends on the next, the last one on the first. That dependence is then
// ignored.
func Order[T comparable](items []T, deps func(T) []T, cycle func([]T)) []T {
	const (
		onPath = iota + 1
		done
	)
	state := map[T]int{}
	var order, path []T
	var visit func(T)
	visit = func(t T) {
		state[t] = onPath
		path = append(path, t)
		for _, d := range deps(t) {
			switch state[d] {
			case 0:
				visit(d)
			case onPath:
				start := len(path) - 1
				for path[start] != d {
					start--
				}
				cycle(path[start:])
			}
		}
		path = path[:len(path)-1]
		state[t] = done
		order = append(order, t)
	}
	for _, t := range items {
		if state[t] == 0 {
			visit(t)
		}
	}
	return order
}
