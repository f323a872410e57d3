# Scripts against their recorded output: each is one test, golden.FOLDER.NAME.
if(TARGET mbs)
  foreach(folder examples examples/figures tests/errors tests/golden tests/cli)
    file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.mbs)
    foreach(script IN LISTS scripts)
      get_filename_component(area ${folder} NAME)
      get_filename_component(name ${script} NAME_WE)
      add_test(NAME golden.${area}.${name} COMMAND mbs test ${script})
      set_tests_properties(golden.${area}.${name} PROPERTIES LABELS golden TIMEOUT ${MBS_TIME_LIMIT})
    endforeach()
  endforeach()
  # Whether each of their runs keeps its constraints and its books; the figures take long and are checked by
  # hand.
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.mbs)
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME accuracy.${name}
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_accuracy.sh $<TARGET_FILE:mbs> ${script})
    set_tests_properties(accuracy.${name} PROPERTIES LABELS accuracy TIMEOUT ${MBS_TIME_LIMIT})
  endforeach()
  # Whether the expectations of the figures notice other laws and numbers.
  add_test(NAME figures.changes COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_figures.sh $<TARGET_FILE:mbs>)
  set_tests_properties(figures.changes PROPERTIES TIMEOUT ${MBS_TIME_LIMIT})
  # What needs a real process: streams, signals, files.
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/cli/*.sh)
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli.${name} COMMAND ${script} $<TARGET_FILE:mbs>)
    set_tests_properties(cli.${name} PROPERTIES LABELS cli TIMEOUT ${MBS_TIME_LIMIT} SKIP_RETURN_CODE 77)
  endforeach()
endif()
add_test(NAME source.error_scripts COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_error_scripts.sh)
