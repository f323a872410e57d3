autocmd BufNewFile,BufRead *.mbs setfiletype mbs
