package speed

// Quickly compiles without optimisation.
func (o *Options) Quickly() { o.makeFlags = []string{"OPT_FAST=-O0", "OPT_GLOBAL=-O0"} }
