# Checks of the source tree itself.
add_test(NAME source.layers COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_layers.sh)
add_test(NAME source.layers_fail COMMAND ${PROJECT_SOURCE_DIR}/tests/source/layers.sh)
add_test(NAME source.sizes COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_sizes.sh)
add_test(NAME source.idioms COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_idioms.sh)
add_test(NAME source.idioms_fail COMMAND ${PROJECT_SOURCE_DIR}/tests/source/idioms.sh)
add_test(NAME source.links COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_links.sh)
add_test(NAME source.links_fail COMMAND ${PROJECT_SOURCE_DIR}/tests/source/links.sh)
add_test(NAME source.format COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_format.sh)
add_test(NAME source.format_fail COMMAND ${PROJECT_SOURCE_DIR}/tests/source/format.sh)
set_tests_properties(source.links source.links_fail source.format source.format_fail PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME docs.paths COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_paths.sh)
add_test(NAME docs.paths_fail COMMAND ${PROJECT_SOURCE_DIR}/tests/source/paths.sh)
add_test(NAME docs.diagnostics
  COMMAND ${CMAKE_COMMAND} -DCHECK=ON -P ${PROJECT_SOURCE_DIR}/cmake/diagnostics_doc.cmake)
add_custom_target(diagnostics_doc
  COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/cmake/diagnostics_doc.cmake VERBATIM)

if(TARGET mbs)
  add_test(NAME docs.blocks COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_docs.sh $<TARGET_FILE:mbs>)
  set_tests_properties(docs.blocks PROPERTIES TIMEOUT ${MBS_TIME_LIMIT})
  add_test(NAME source.constructs
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_constructs.sh $<TARGET_FILE:mbs>)
  add_test(NAME source.version COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_version.sh $<TARGET_FILE:mbs>)
  add_test(NAME docs.man COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_man.sh $<TARGET_FILE:mbs>)
endif()
