#compdef nearcall
# zsh completion of nearcall: source <(nearcall completion zsh)
_nearcall() {
    local current=${words[CURRENT]} verb=${words[2]} nearcall=${words[1]}
    local -a found
    if (( CURRENT == 2 )) || [[ $current == -* ]]; then
        (( CURRENT == 2 )) && verb=
        found=(${(f)"$($nearcall completion --words "$verb" 2>/dev/null)"})
        compadd -a found
    elif [[ $verb == completion ]]; then
        compadd bash zsh
    elif [[ $verb == call || $verb == describe ]]; then
        found=(${(f)"$($nearcall completion --names "$current" 2>/dev/null)"})
        compadd -S '' -a found
    elif [[ $verb == ls || $verb == top || $verb == errors || $verb == waits ]]; then
        found=(${(f)"$($nearcall completion --names "$current" 2>/dev/null)"})
        compadd -a found
    elif [[ $verb == trace ]]; then
        found=(${(f)"$($nearcall completion --names "$current" 2>/dev/null)"})
        compadd -a found
        _files
    else
        _files
    fi
}
compdef _nearcall nearcall
