package child

import "strings"

// Quote writes a word so that a POSIX shell takes it as it is: a folder in a command that a
// message shows.
func Quote(word string) string {
	plain := word != ""
	for _, r := range word {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-", r) {
			plain = false
			break
		}
	}
	if plain {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// QuotePath is Quote of a path, which no program takes for an option.
func QuotePath(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return Quote(path)
}
