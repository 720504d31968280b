"""`mapc completions`: what makes bash, zsh and fish complete, tried in those that are on this machine."""

import os
import pathlib
import shutil
import subprocess

from command_checks.program import expect

# A line to be completed, and some of what is offered then.
LINES = [
    ("mapc ", ("build", "route", "completions")),
    ("mapc rou", ("route",)),
    ("mapc route --form", ("--format",)),
    ("mapc route map.nav --format ", ("text", "json", "gpx")),
    ("mapc route map.nav --profile ", ("car", "truck", "motorcycle")),
    ("mapc route map.nav --avoid ", ("toll", "ferry")),
    ("mapc route map.nav --language ", ("de", "pt-BR")),
    ("mapc route map.nav --units ", ("metric", "imperial")),
    ("mapc route ma", ("map.nav",)),
    ("mapc table map.nav --from pla", ("places.csv",)),
    ("mapc route map.nav -o pla", ("places.csv",)),
    ("mapc completions ", ("bash", "zsh", "fish")),
]

BASH = """source mapc.bash
COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=($1) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
if [[ $1 == *' ' ]]; then COMP_WORDS+=(''); COMP_CWORD=$((COMP_CWORD + 1)); fi
found=$(complete -p mapc); found=${found#*-F }
${found%% *} mapc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""

# What would be typed after the line is taken down where zsh adds it.
ZSH = """fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D
compadd() {
  local -a named; local n
  for ((n = 1; n <= $#; n++)); do if [[ ${@[n]} == -O || ${@[n]} == -A || ${@[n]} == -D ]]; then
    builtin compadd "$@"; return; fi; done
  builtin compadd -O named "$@"; print -rl -- "offered "$^named >> offered; builtin compadd "$@"
}
"""


def check_shells(mapc):
    """Each script is right, and completes commands, options, values and files."""
    path = os.pathsep.join([str(pathlib.Path(mapc.path).parent), os.environ["PATH"]])
    scripts = {"bash": "mapc.bash", "zsh": "_mapc", "fish": "mapc.fish"}
    for shell, name in scripts.items():
        (mapc.folder / name).write_text(mapc.run("completions", shell).stdout)
        if not shutil.which(shell):
            continue
        done = shell_run(mapc, path, shell, "-n", name)
        expect(done.returncode == 0 and not done.stderr, f"completions {shell}: {done.stderr}")
    for line, wanted in LINES:
        for shell in filter(shutil.which, ("bash", "fish")):
            if shell == "bash":
                done = shell_run(mapc, path, "bash", "--norc", "-c", BASH, "bash", line)
            else:
                done = shell_run(mapc, path, "fish", "--no-config", "-c", f"source mapc.fish; complete -C '{line}'")
            offered = [word.split("\t")[0].strip() for word in done.stdout.splitlines()]
            expect(set(wanted) <= set(offered) and not done.stderr, f"{shell}: '{line}' offers {offered} {done.stderr}")
        if shutil.which("zsh"):
            offered = zsh(mapc, path, line)
            expect(set(wanted) <= set(offered), f"zsh: '{line}' offers {offered}")


def shell_run(mapc, path, *arguments):
    """Runs a shell in the folder of the checks, with mapc among its commands."""
    return subprocess.run(arguments, cwd=mapc.folder, capture_output=True, text=True, timeout=60, env={**os.environ, "PATH": path})


def zsh(mapc, path, line):
    """What zsh offers for a line that is typed in a terminal of its own."""
    (mapc.folder / "setup.zsh").write_text(ZSH)
    (mapc.folder / "offered").write_text("")
    typed = line.replace("'", r"'\''")
    script = f"""zmodload zsh/zpty
wait_for() {{ local all part; local -i n; for ((n = 0; n < 200; n++)); do
  while zpty -r -t one part; do all+=$part; done; [[ $all == *"$1"* ]] && return; sleep 0.05; done; return 1 }}
zpty one zsh -f -i
zpty -w one "PS1=; LISTMAX=9999; setopt nobeep; source ./setup.zsh; print rea''dy"
wait_for ready || exit 1
zpty -w -n one '{typed}'$'\\t'
zpty -w -n one $'\\C-u'
zpty -w one "print do''ne"
wait_for done
zpty -d one
"""
    shell_run(mapc, path, "zsh", "-f", "-c", script)
    text = (mapc.folder / "offered").read_text()
    return [x[len("offered "):].strip() for x in text.splitlines() if x.startswith("offered ")]
