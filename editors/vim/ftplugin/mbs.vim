if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:##,:#
setlocal commentstring=#\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal shiftwidth=2 softtabstop=2 expandtab

" :make checks the script; the first two lines of each message carry all that is needed.
setlocal makeprg=mbs\ check\ --brief\ --color\ never\ %
setlocal errorformat=%E%trror[%.%#]:\ %m,%W%tarning[%.%#]:\ %m,%C\ %#-->\ %f:%l:%c,%Z

let b:undo_ftplugin = 'setlocal comments< commentstring< formatoptions< shiftwidth< softtabstop<'
      \ . ' expandtab< makeprg< errorformat<'
