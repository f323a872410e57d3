# fish completion for mbs. Commands and options are asked of the program itself.

function __mbs_commands
    mbs --help 2>/dev/null | awk '
        /^commands:/ { inside = 1; next }
        inside && !NF { exit }
        inside { name = $1; sub(/^ *[^ ].*[^ ]  +/, ""); print name "\t" $0 }'
end

function __mbs_command
    set -l words (commandline -opc)
    if test (count $words) -gt 1; and contains -- $words[2] (__mbs_commands | cut -f1)
        echo $words[2]
    else
        echo run
    end
end

function __mbs_options
    mbs (__mbs_command) --help 2>/dev/null | grep -oE -- '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,' | sort -u
end

# The params of the scripts on the command line, as name=.
function __mbs_params
    for word in (commandline -opc)
        if string match -q '*.mbs' -- $word; and test -r $word
            sed -nE 's/^[[:space:]]*param[[:space:]]+([A-Za-z_][A-Za-z0-9_]*).*/\1=/p' $word
        end
    end
end

function __mbs_previous
    contains -- (commandline -opc)[-1] $argv
end

function __mbs_wants_files
    not __mbs_previous --set --color --csv --svg --out --digits --tol --integrator --max-time --max-errors --jobs --resume --memory --report --report-size --h5 --keep --port -e
    and not contains -- (__mbs_command) law doc units explain lsp jupyter
end

# Scripts, and folders that may hold some.
function __mbs_scripts
    __fish_complete_suffix .mbs | string match -r '.*(?:\.mbs|/)(?:\t.*)?$'
end

complete -c mbs -f
complete -c mbs -n 'test (count (commandline -opc)) -eq 1' -a '(__mbs_commands)'
complete -c mbs -n 'string match -q -- "-*" (commandline -ct)' -a '(__mbs_options)'
complete -c mbs -n '__mbs_previous --set' -a '(__mbs_params)'
complete -c mbs -n 'test (__mbs_command) = sweep' -a '(__mbs_params)'
complete -c mbs -n 'test (__mbs_command) = law' -a '(mbs law 2>/dev/null | string match -rg "^  (\S+)")'
complete -c mbs -n 'test (__mbs_command) = explain' -a '(mbs explain 2>/dev/null | string replace -r "  +" "\t")'
complete -c mbs -n 'test (__mbs_command) = jupyter' -a install
complete -c mbs -n '__mbs_previous --color' -a 'auto always never'
complete -c mbs -n '__mbs_previous --integrator' -a 'ida explicit auto'
complete -c mbs -n '__mbs_previous --csv --svg --out' -a '(__fish_complete_directories (commandline -ct))'
complete -c mbs -n '__mbs_previous --report --h5' -a '(__fish_complete_path (commandline -ct))'
complete -c mbs -n __mbs_wants_files -a '(__mbs_scripts)'
