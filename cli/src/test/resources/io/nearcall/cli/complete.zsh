# SPDX-License-Identifier: Apache-2.0
# complete.zsh LINE DIRECTORY SCRIPT: types a line and Tab into an interactive zsh that has sourced a script. DIRECTORY/line has
# the line afterwards, and DIRECTORY/words the words that were offered.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -D; source ${(q)3}"
zpty -w shell "compadd() { local -a fits; builtin compadd -O fits \"\$@\"; print -rl -- \$fits >>${(q)2}/words; builtin compadd \"\$@\" }"
zpty -w shell "note() { print -r -- \"\$BUFFER\" >${(q)2}/new; mv ${(q)2}/new ${(q)2}/line }; zle -N note; bindkey '^X' note"
zpty -n -w shell $1$'\t\x18'
for ((i = 0; i < 5000; i++)); do
    zpty -r -t shell seen # else the terminal is full at some time
    [[ -e $2/line ]] && exit 0
    sleep 0.02
done
exit 1
