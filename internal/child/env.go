package child

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// passed are the variables that a program gets from the user's environment: it may need them to
// start, to find the user's folders, or to know who the user is. They decide no result.
var passed = []string{
	"HOME", "USER", "LOGNAME", "XDG_CACHE_HOME",
	// Windows
	"SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "ProgramData",
	"NUMBER_OF_PROCESSORS",
}

// influencing are those that a program gets and that may decide a result: which libraries it
// loads, and which system it compiles for.
var influencing = []string{"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SDKROOT",
	"DEVELOPER_DIR", "MACOSX_DEPLOYMENT_TARGET"}

// temporary are the names that programs have for the folder of temporary files.
var temporary = []string{"TMPDIR", "TMP", "TEMP"}

// environment is what a program gets that keeps its temporary files in temp.
func environment(temp string) []string {
	env := []string{"LC_ALL=C", "PATH=" + absoluteList(os.Getenv("PATH"))}
	for _, name := range passed {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	for _, name := range temporary {
		env = append(env, name+"="+temp)
	}
	return append(env, variables()...)
}

// helpers are the programs that compilers and make find in PATH by themselves.
var helpers = []string{"ar", "as", "ld"}

// Influences are what the user's environment has that may decide what a program makes, as
// NAME=value: the variables that reach it, and where PATH has the helpers of compilers. They belong
// in the key of what is kept.
func Influences() []string {
	list := variables()
	for _, name := range helpers {
		if path, err := LookPath(name); err == nil {
			list = append(list, name+"="+path)
		}
	}
	return list
}

// variables are those that may decide a result, sorted.
func variables() []string {
	var list []string
	for _, name := range influencing {
		if value, set := os.LookupEnv(name); set && value != "" {
			list = append(list, name+"="+absoluteList(value))
		}
	}
	slices.Sort(list)
	return list
}

// absoluteList makes the folders in a list such as PATH absolute: a program has another working
// folder. An empty one, which is the working folder, is left out.
func absoluteList(list string) string {
	var folders []string
	for _, dir := range filepath.SplitList(list) {
		if dir == "" {
			continue
		}
		if absolute, err := filepath.Abs(dir); err == nil {
			dir = absolute
		}
		if runtime.GOOS != "windows" && strings.ContainsRune(dir, filepath.ListSeparator) {
			continue // the working folder is called so, and a list cannot say it
		}
		folders = append(folders, dir)
	}
	return strings.Join(folders, string(filepath.ListSeparator))
}
