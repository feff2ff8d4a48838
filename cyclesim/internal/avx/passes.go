package avx

// Pass is a step of a program.
type Pass struct {
	Name string
	Doc  string // what holds after it
	Only string // the groups that it is for; "" for all
	Run  func(*Program)
}

// Passes are the steps after the selection, in the order in which they run. A program is well-formed, and
// does the same, without any of them.
func Passes() []Pass {
	return []Pass{
		{Name: "pairs", Only: "up to 32 lanes", Run: (*Program).pairUp,
			Doc: "two steps that do the same with neighbouring vectors are one on vectors of twice the size"},
		{Name: "order", Run: (*Program).order,
			Doc: "every instruction stands at the first use of its result"},
	}
}
