# Makes docs/diagnostics.md from lang/diagnostics/diagnostics.def and lang/diagnostics/explanations.
#   cmake -P cmake/diagnostics_doc.cmake                 writes it
#   cmake -DCHECK=ON -P cmake/diagnostics_doc.cmake      fails if it is out of date
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(out ${root}/docs/diagnostics.md)

set(index "")
set(pages "")
file(STRINGS ${root}/lang/diagnostics/diagnostics.def entries REGEX "^MBS_DIAGNOSTIC")
foreach(entry IN LISTS entries)
  string(REGEX MATCH "\\(([A-Z][0-9]+), ([a-z]+), \"(.*)\"\\)" matched "${entry}")
  set(code ${CMAKE_MATCH_1})
  set(title "${CMAKE_MATCH_3}")
  file(READ ${root}/lang/diagnostics/explanations/${code}.md text)
  string(TOLOWER ${code} anchor)
  string(APPEND index "| [${code}](#${anchor}) | ${title} |\n")
  string(APPEND pages "\n## ${code}\n\n**${title}**\n\n${text}")
endforeach()

set(content "<!-- Made by cmake/diagnostics_doc.cmake from lang/diagnostics/diagnostics.def and lang/diagnostics/explanations. -->
# Diagnostics

Every message of the program carries a code. Codes that begin with E are errors: before the run they
stop it, during the run they end it, and what was computed is kept. Codes that begin with W are
warnings. `mbs explain CODE` shows the text below.

| group | about |
|---|---|
| 01xx | the text itself |
| 02xx | units and dimensions |
| 03xx | names, parameters, stages |
| 04xx | declarations |
| 05xx | assembling the mechanism |
| 06xx | contact and friction laws |
| 07xx | the run and its output |
| 08xx | expectations |

| code | what it says |
|---|---|
${index}${pages}")

if(CHECK)
  file(READ ${out} present)
  if(NOT present STREQUAL content)
    message(FATAL_ERROR "docs/diagnostics.md is out of date; run: cmake -P cmake/diagnostics_doc.cmake")
  endif()
else()
  file(WRITE ${out} "${content}")
endif()
