package speed

// Quickly makes one model of Verilator, compiled without optimisation.
func (o *Options) Quickly() {
	o.translations, o.makeFlags = translations[:1], []string{"OPT_FAST=-O0", "OPT_GLOBAL=-O0"}
}
