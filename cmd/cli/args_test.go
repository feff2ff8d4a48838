package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestMessages has the whole answers to wrong calls that were badly answered once.
func TestMessages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, want string }{
		{"gen fifo -p depth=4,8", "parameter depth=4,8 is not a whole number: write for example -p depth=4"},
		{"gen fifo -o ''", "option -o needs a value, and got an empty one; `rtlgen gen --help` says which"},
		{"wave fifo -o ''", "option -o needs a value, and got an empty one; `rtlgen wave --help` says which"},
		{"gen fifo -o --sdc", "option -o needs a value, and is followed by the option --sdc; `rtlgen gen --help` says which"},
		{"gen fifo -o /", "gen does not write into / itself: name a folder below it with -o"},
		{"gen fifo -o -", "gen writes several files, which do not fit standard output: name a folder with -o"},
		{"gen fifo -z", "there is no option -z; `rtlgen gen --help` lists the options"},
		{"gen fifo --resets=all",
			"there is no option --resets: did you mean reset or reset-registers?; `rtlgen gen --help` lists the options"},
		{"run x -p a=1", "there is no option -p; `rtlgen run --help` lists the options"},
		{"wave all", "wave takes one block, not all of them: rtlgen wave BLOCK [-p name=value]... [--cycles N] [--from N] [--to N] [--scope PATH]... [-o FILE.vcd]; `rtlgen list` shows the blocks"},
		{"tb all", "tb takes one block, not all of them: rtlgen tb BLOCK [-p name=value]... [--tight] [--cycles N] [-o DIR]; `rtlgen list` shows the blocks"},
		{"verify fifo --engine builtin,reference", "cannot use --engine builtin,reference: reference is there twice"},
		{"verify fifo --engine reference,reference", "cannot use --engine reference,reference: reference is there twice"},
		{"verify fifo --seed 1 --seed 2", "option --seed is given twice: leave one out"},
		{"gen fifo -o a --out b", "option --out is given twice: leave one out"},
		{"run recn-memory --set ports=8,,16",
			"recn-memory: setting ports=8,,16 has an empty value: give a whole number from 8 to 256; several with commas (ports of the switch)"},
		{"list --json=perhaps", "cannot use --json=perhaps: write --json or --json=false"},
		{"synth fifo --seeds many", "cannot use --seeds many: give a whole number; `rtlgen synth --help` lists the options"},
		{"help gne", `there is no command "gne": did you mean gen?; the commands are: new, list, gen, verify, prove, mutate, faults, tb, dpi, wave, dump, draw, film, import, sim, run, bench, lint, synth, regs, board, doctor, completion, man`},
		{"completion", "completion needs one shell: rtlgen completion bash|zsh|fish"},
		{"completion bash zsh", "completion needs one shell: rtlgen completion bash|zsh|fish"},
		{"completion csh", `there is no completion for "csh": did you mean zsh?; the shells are: bash, zsh, fish`},
		{"completion tcl", `there is no completion for "tcl"; the shells are: bash, zsh, fish`},
		{"man gen", `man takes no argument, and got "gen"`},
		{"complete", "complete needs the words of a call: rtlgen complete -- WORD..."},
		{"help verfy", `there is no command "verfy": did you mean verify?; the commands are: new, list, gen, verify, prove, mutate, faults, tb, dpi, wave, dump, draw, film, import, sim, run, bench, lint, synth, regs, board, doctor, completion, man`},
	} {
		var stdout, stderr bytes.Buffer
		args := []string{"rtlgen"}
		for _, a := range strings.Fields(c.args) {
			args = append(args, strings.Trim(a, "'"))
		}
		assert.Equal(t, ours(&stdout, &stderr).run(context.Background(), args), statusWrongCall)
		assert.Equal(t, stderr.String(), "rtlgen: "+c.want+"\n")
		assert.Equal(t, stdout.String(), "")
	}
}

// TestHelpAnywhere asks for help before, after and without an argument.
func TestHelpAnywhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args  string
		parts []string
	}{
		{"gen fifo --help", []string{"rtlgen gen BLOCK", "\nfifo:\nPARAMETER  DEFAULT", "\ndepth      16"}},
		{"gen fifo -h", []string{"rtlgen gen BLOCK", "\ndepth      16"}},
		{"gen -h fifo", []string{"rtlgen gen BLOCK", "\ndepth      16"}},
		{"gen fifo damq --help -o out", []string{"\nfifo:\n", "\ndamq:\n"}},
		{"gen fifi --help", []string{"rtlgen gen BLOCK"}},
		{"help gen fifo", []string{"rtlgen gen BLOCK", "\ndepth      16"}},
		{"--help gen", []string{"rtlgen gen BLOCK"}},
		{"help gen", []string{"rtlgen gen BLOCK"}},
		{"synth fifo --help", []string{"rtlgen synth [BLOCK...]", "\ndepth      16"}},
		{"run recn-memory --help", []string{"rtlgen run EXPERIMENT", "\nrecn-memory:\nSETTING", "\ndetect_slots "}},
		{"list --help extra", []string{"rtlgen list"}},
		{"--help extra", []string{"COMMANDS:", "Exit status: "}},
		{"--help", []string{"COMMANDS:"}},
		{"help", []string{"COMMANDS:"}},
		{"-h --json", []string{"COMMANDS:"}},
	} {
		var stdout, stderr bytes.Buffer
		status := ours(&stdout, &stderr).run(context.Background(), append([]string{"rtlgen"}, strings.Fields(c.args)...))
		assert.Equal(t, status, statusHeld, c.args)
		assert.Equal(t, stderr.String(), "")
		for _, part := range c.parts {
			assert.Assert(t, strings.Contains(stdout.String(), part), "%s: no %q in\n%s", c.args, part, stdout.String())
		}
	}
}
