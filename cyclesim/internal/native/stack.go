package native

// StackBytes is what the code has for its calls, which do not recur: some levels of the
// hierarchy, each with the vectors that do not fit in registers.
const StackBytes = 8 << 20
