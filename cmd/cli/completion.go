package cli

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"
)

// completionName is the command that prints a script for a shell.
const completionName = "completion"

// shell is one whose completion asks `rtlgen complete`.
type shell struct {
	name   string
	script string // with PROGRAM and FUNCTION for the name of the program, and for the beginning of names of functions
}

var shells = []shell{{"bash", bashScript}, {"zsh", zshScript}, {"fish", fishScript}}

// Bash parts words at = and :, so the words are those of the line up to the cursor, parted at spaces.
const bashScript = `# Completion of PROGRAM in bash: source <(PROGRAM completion bash)
FUNCTION_complete() {
    local line=${COMP_LINE:0:COMP_POINT} words current candidate
    read -r -a words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    current=${words[${#words[@]}-1]}
    local -a program=("${words[0]}")
    [[ -n ${BASH_ALIASES[${words[0]}]:-} ]] && read -r -a program <<< "${BASH_ALIASES[${words[0]}]}"
    # What readline replaces begins after the last = or :, if it parts words there.
    local lead=""
    [[ $current == *=* && $COMP_WORDBREAKS == *=* ]] && lead=${current%"${current##*=}"}
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("${candidate#"$lead"}")
        [[ $candidate == *= ]] && compopt -o nospace 2>/dev/null
    done < <("${program[@]}" complete -- "${words[@]:1}" 2>/dev/null)
}
complete -o default -F FUNCTION_complete PROGRAM
`

const zshScript = `#compdef PROGRAM
# Completion of PROGRAM in zsh: PROGRAM completion zsh > a file _PROGRAM in a folder of $fpath
FUNCTION_complete() {
    local -a program candidates values
    program=(${=aliases[$words[1]]:-$words[1]})
    candidates=("${(@f)$("${program[@]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    candidates=(${candidates:#})
    if (( ! ${#candidates} )); then
        _files
        return
    fi
    values=(${(M)candidates:#*=})
    candidates=(${candidates:#*=})
    (( ${#values} )) && compadd -S '' -a values
    (( ${#candidates} )) && compadd -a candidates
}
if [[ "$funcstack[1]" == "_PROGRAM" ]]; then
    FUNCTION_complete "$@"
else
    compdef FUNCTION_complete PROGRAM
fi
`

const fishScript = `# Completion of PROGRAM in fish: PROGRAM completion fish | source
function FUNCTION_complete
    set -l words (commandline -opc)
    set -l candidates ($words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $candidates) -eq 0
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $candidates
    end
end
complete -c PROGRAM -f -a '(FUNCTION_complete)'
`

func shellNames() []string {
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
	}
	return names
}

func (p *program) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      completionName,
		Usage:     "print a script with which a shell completes commands, options, blocks and experiments",
		UsageText: "rtlgen completion bash|zsh|fish",
		Description: "Examples:\n" +
			"  source <(rtlgen completion bash)\n" +
			"  rtlgen completion zsh > ~/.zfunc/_rtlgen\n" +
			"  rtlgen completion fish > ~/.config/fish/completions/rtlgen.fish\n\n" +
			"The script asks the program that stands in the call, so its names are those of that program.",
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 1 {
				return fmt.Errorf("completion needs one shell: %s", usage(c))
			}
			for _, s := range shells {
				if s.name == c.Args().First() {
					_, err := fmt.Fprint(p.stdout, scriptFor(s.script, p.name))
					return err
				}
			}
			return fmt.Errorf("there is no completion for %q%s; the shells are: %s", c.Args().First(),
				didYouMean(c.Args().First(), shellNames()), strings.Join(shellNames(), ", "))
		},
	}
}

// scriptFor puts the name of the program into a script.
func scriptFor(script, program string) string {
	function := "_" + regexp.MustCompile(`\W`).ReplaceAllString(program, "_")
	return strings.NewReplacer("PROGRAM", program, "FUNCTION", function).Replace(script)
}
