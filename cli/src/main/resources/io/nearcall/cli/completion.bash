# bash completion of nearcall: source <(nearcall completion bash)
_nearcall() {
    local current=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} nearcall=${COMP_WORDS[0]} words
    COMPREPLY=()
    if [[ $COMP_CWORD == 1 || $current == -* ]]; then
        [[ $COMP_CWORD == 1 ]] && verb=
        words=$("$nearcall" completion --words "$verb" 2>/dev/null)
    elif [[ $verb == completion ]]; then
        words='bash zsh'
    elif [[ $verb == call || $verb == describe ]]; then
        words=$("$nearcall" completion --names "$current" 2>/dev/null)
        # A method follows a service: no blank behind the name.
        compopt -o nospace 2>/dev/null
    elif [[ $verb == ls || $verb == top || $verb == errors || $verb == waits || $verb == trace ]]; then
        words=$("$nearcall" completion --names "$current" 2>/dev/null)
    fi
    local word
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen -W "$words" -- "$current")
}
complete -o default -F _nearcall nearcall
