# Reports: their data, and how they are in a browser. They need Python, the second one Chromium, too; where one is
# missing the test is skipped and says so.
if(TARGET mbs)
  find_program(MBS_PYTHON python3)
  if(MBS_PYTHON)
    add_test(NAME report.data
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/data_test.py $<TARGET_FILE:mbs>)
    set_tests_properties(report.data PROPERTIES TIMEOUT ${MBS_TIME_LIMIT} ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
    add_test(NAME report.browser
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/report_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    set_tests_properties(report.browser PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${MBS_TIME_LIMIT}
      ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
    add_test(NAME report.axes
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/axes_test.py $<TARGET_FILE:mbs>)
    set_tests_properties(report.axes PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${MBS_TIME_LIMIT}
      ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
    add_test(NAME report.frames
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/frames_test.py $<TARGET_FILE:mbs>)
    set_tests_properties(report.frames PROPERTIES TIMEOUT ${MBS_TIME_LIMIT} ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
    add_test(NAME report.access
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/access_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    add_test(NAME report.looks
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/looks_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    add_test(NAME report.reading
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/reading_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    add_test(NAME report.told
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/told_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    add_test(NAME report.size
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/size_test.py $<TARGET_FILE:mbs>)
    add_test(NAME report.large
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/large_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    foreach(name why paper opening pictures clear claims controls stage)
      add_test(NAME report.${name}
        COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/${name}_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    endforeach()
    set_tests_properties(report.access report.looks report.reading report.told report.why report.paper report.opening report.pictures report.clear report.claims report.controls report.stage report.size report.large PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${MBS_TIME_LIMIT}
      ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
    if(TARGET mbs_http)
      add_test(NAME report.view
        COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/view_test.py $<TARGET_FILE:mbs>)
      add_test(NAME report.view_browser
        COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/view_browser_test.py $<TARGET_FILE:mbs>
          ${PROJECT_SOURCE_DIR})
      # Sanitizers leave signals alone: how a crash is told is a part of it.
      set_tests_properties(report.view report.view_browser PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${MBS_TIME_LIMIT}
        ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1;ASAN_OPTIONS=handle_segv=0")
    endif()
  else()
    message(STATUS "no python3: the tests of reports in a browser are left out")
  endif()
endif()
