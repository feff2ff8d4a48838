// Package browser loads pages in Chromium, for tests.
//
// What must not live here: tests; anything that a program links.
package browser

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"culprit.example/culprit/internal/child"
)

// Load loads a file, with the part of its address behind #, and returns the page as its scripts have left it, and what
// was said on the console. It skips the test where Chromium is not installed.
func Load(t testing.TB, path, fragment string) (page, console string) {
	t.Helper()
	program, err := child.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: the page is not loaded")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := child.New(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=2000", "--dump-dom", "file://"+path+fragment)
	var out, stderr bytes.Buffer
	c.Stdout, c.Stderr = &out, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("chromium cannot load %s: %v\n%s", path, err, stderr.String())
	}
	for line := range strings.Lines(stderr.String()) {
		if strings.Contains(line, "CONSOLE") {
			console += line
		}
	}
	return out.String(), console
}
