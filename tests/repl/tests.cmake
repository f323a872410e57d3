# Sessions: recorded transcripts, a real pseudo-terminal, the Jupyter kernel. The last two need
# Python; `jupyter` Jupyter's packages, `notebook` Chromium. Where one is missing the test is skipped
# and says so; `kernel` asks the kernel's file without Jupyter.
if(TARGET mbs)
  file(GLOB transcripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/repl/*.repl)
  foreach(transcript IN LISTS transcripts)
    get_filename_component(name ${transcript} NAME_WE)
    add_test(NAME repl.${name} COMMAND mbs test ${transcript})
    set_tests_properties(repl.${name} PROPERTIES LABELS golden TIMEOUT ${MBS_TIME_LIMIT})
  endforeach()
  find_program(MBS_PYTHON python3)
  if(MBS_PYTHON)
    foreach(name terminal jupyter)
      add_test(NAME repl.${name}
        COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/repl/${name}_test.py $<TARGET_FILE:mbs>)
      set_tests_properties(repl.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${MBS_TIME_LIMIT}
        ENVIRONMENT
        "PYTHONDONTWRITEBYTECODE=1;LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/repl/leaks.supp")
    endforeach()
    foreach(name kernel notebook)
      add_test(NAME repl.${name}
        COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/repl/${name}_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
      set_tests_properties(repl.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${MBS_TIME_LIMIT}
        ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
    endforeach()
  else()
    message(STATUS "no python3: the tests of terminals and of Jupyter are left out")
  endif()
endif()
