# Reports in a browser. They need Python and Chromium; where one is missing the test is skipped and says so.
if(TARGET mbs)
  find_program(MBS_PYTHON python3)
  if(MBS_PYTHON)
    add_test(NAME report.browser
      COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/tests/report/report_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    set_tests_properties(report.browser PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${MBS_TIME_LIMIT}
      ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
  else()
    message(STATUS "no python3: the tests of reports in a browser are left out")
  endif()
endif()
