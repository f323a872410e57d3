# The language server over a pipe, and with Neovim and Emacs where they are.
if(TARGET mbs)
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_FOUND)
    add_test(NAME lsp.server
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/server_test.py $<TARGET_FILE:mbs>)
    set_tests_properties(lsp.server PROPERTIES TIMEOUT ${MBS_TIME_LIMIT} ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
  endif()
  add_test(NAME lsp.nvim COMMAND ${CMAKE_CURRENT_LIST_DIR}/nvim_test.sh $<TARGET_FILE:mbs>)
  add_test(NAME lsp.emacs COMMAND ${CMAKE_CURRENT_LIST_DIR}/emacs_test.sh $<TARGET_FILE:mbs>)
  set_tests_properties(lsp.nvim lsp.emacs PROPERTIES TIMEOUT ${MBS_TIME_LIMIT} SKIP_RETURN_CODE 77)
endif()
