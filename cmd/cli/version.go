package cli

import "runtime/debug"

// version is that of the program: the one of the module if it was built from a release
// or from a clone (then with the commit), "devel" otherwise.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
