package version

import (
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit"
)

// TestOf: what programs say that were built in a clone, in the module of somebody else, from
// a release, and without any information.
func TestOf(t *testing.T) {
	t.Parallel()
	const commit = "343e184fb543aa00343e184fb543aa00343e184f"
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: commit}, {Key: "vcs.modified", Value: modified}}
	}
	for name, c := range map[string]struct {
		info debug.BuildInfo
		want string
	}{
		"clone": {debug.BuildInfo{Main: debug.Module{Path: Path, Version: "(devel)"}, Settings: vcs("false")},
			"1.2.3+343e184fb543"},
		"changed": {debug.BuildInfo{Main: debug.Module{Path: Path}, Settings: vcs("true")},
			"1.2.3+343e184fb543.dirty"},
		"without git": {debug.BuildInfo{Main: debug.Module{Path: Path, Version: "(devel)"}}, "1.2.3"},
		"installed":   {debug.BuildInfo{Main: debug.Module{Path: Path, Version: "v1.2.3"}}, "1.2.3"},
		"commit": {debug.BuildInfo{Main: debug.Module{Path: Path, Version: "v1.2.3-0.20261127205129-343e184fb543"}},
			"1.2.3+343e184fb543"},
		"changed commit": {debug.BuildInfo{Main: debug.Module{Path: Path,
			Version: "v0.0.0-20261127205129-343e184fb543+dirty"}}, "1.2.3+343e184fb543.dirty"},
		"somebody else": {debug.BuildInfo{Main: debug.Module{Path: "chips"}, Settings: vcs("true"),
			Deps: []*debug.Module{{Path: Path, Version: "v1.2.3"}}}, "1.2.3"},
		"other's commit": {debug.BuildInfo{Main: debug.Module{Path: "chips"}, Settings: vcs("true"),
			Deps: []*debug.Module{{Path: Path, Version: "v1.2.4-0.20261127205129-aaaaaaaaaaaa"}}}, "1.2.3+aaaaaaaaaaaa"},
		"other's replace": {debug.BuildInfo{Main: debug.Module{Path: "chips"}, Settings: vcs("true"),
			Deps: []*debug.Module{{Path: Path, Version: "v0.0.0"}}}, "1.2.3"},
	} {
		assert.Check(t, of("1.2.3", &c.info) == c.want, "%s: %s", name, of("1.2.3", &c.info))
	}
}

// TestNumber: the number is one of a release, the path that of the module, and its go.mod
// asks for some Go.
func TestNumber(t *testing.T) {
	t.Parallel()
	assert.Assert(t, regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(Number()), Number())
	assert.Assert(t, regexp.MustCompile(`(?m)^module `+regexp.QuoteMeta(Path)+`$`).MatchString(culprit.GoMod))
	assert.Assert(t, regexp.MustCompile(`^1\.\d+(\.\d+)?$`).MatchString(Go()), Go())
	assert.Assert(t, strings.HasPrefix(Tag(), "v"), Tag())
}
