if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=MbsIndent(v:lnum)
setlocal indentkeys=0},0],0),o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*MbsIndent')
  finish
endif

" Opening minus closing brackets of a line, without its strings and comment.
function! s:Balance(line)
  let l:text = substitute(a:line, '"\%(\\.\|[^"\\]\)*"', '', 'g')
  let l:text = substitute(l:text, '#.*', '', '')
  return len(substitute(l:text, '[^{([]', '', 'g')) - len(substitute(l:text, '[^})\]]', '', 'g'))
endfunction

function! MbsIndent(lnum)
  let l:previous = prevnonblank(a:lnum - 1)
  if l:previous == 0
    return 0
  endif
  let l:line = getline(l:previous)
  let l:steps = s:Balance(l:line)
  " A line that begins with a closing bracket has moved itself to the left already.
  if l:line =~# '^\s*[})\]]'
    let l:steps += 1
  endif
  let l:steps = max([-1, min([1, l:steps])])
  if getline(a:lnum) =~# '^\s*[})\]]'
    let l:steps -= 1
  endif
  return max([0, indent(l:previous) + l:steps * shiftwidth()])
endfunction
