// Package version has the number of the release that the sources are, or become, and the
// commit that a program was built from.
package version

import (
	_ "embed" // the number
	"regexp"
	"runtime/debug"
	"strings"

	"culprit.example/culprit"
)

//go:embed NUMBER
var number string

// Number is that of the file NUMBER: "0.1.0".
func Number() string { return strings.TrimSpace(number) }

// String is the number, and behind a plus the first 12 digits of the commit if the build
// knows it, with ".dirty" if files differed from it: "0.1.0+343e184fb543". A program that
// was built from a release has the number alone.
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Number()
	}
	return of(Number(), info)
}

// Path is the path of this module in the imports of others.
const Path = "culprit.example/culprit"

// Go is the version of Go that this module asks for: "1.25.0".
func Go() string {
	return regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(culprit.GoMod)[1]
}

// Tag is the version by which another module requires this one: "v0.1.0", or that of the
// commit that the program was built from, if the go command knows it.
func Tag() string {
	tag := "v" + Number()
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return tag
	}
	if m := module(info); m != nil && strings.HasPrefix(m.Version, "v") {
		tag = strings.TrimSuffix(m.Version, "+dirty")
	}
	return tag
}

// module is this module in a build, nil if it is not there.
func module(info *debug.BuildInfo) *debug.Module {
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == Path {
			return m
		}
	}
	return nil
}

// pseudo are the versions that the go command makes of commits.
var pseudo = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})(\+dirty)?$`)

func of(number string, info *debug.BuildInfo) string {
	commit, dirty := "", false
	for _, s := range info.Settings {
		switch {
		case info.Main.Path != Path: // of the module of somebody else
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	if m := module(info); m != nil {
		if m.Version == "v"+number {
			return number
		}
		if parts := pseudo.FindStringSubmatch(m.Version); commit == "" && parts != nil {
			commit, dirty = parts[1], parts[2] != ""
		}
	}
	if commit == "" {
		return number
	}
	number += "+" + commit[:min(12, len(commit))]
	if dirty {
		number += ".dirty"
	}
	return number
}
