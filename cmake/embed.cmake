# mbs_embed(OUT HEADER FUNCTION PREFIX FILE...): writes the C++ source OUT, which defines
#   std::span<const EmbeddedFile> FUNCTION()
# as HEADER declares it: the name (PREFIX in front) and the text of each file, in the given order.
function(mbs_embed out header function prefix)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DHEADER=${header} -DFUNCTION=${function}
      -DPREFIX=${prefix} "-DFILES=${ARGN}" -P ${script}
    DEPENDS ${ARGN} ${script} VERBATIM)
endfunction()
