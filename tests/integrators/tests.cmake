# Whether a script says the same by IDA and by both integrators in turns, at 1e-8, and costs at most 1.5 times as much: examples and
# goldens of up to 2,500 steps, without those that take long for contacts that IDA alone has; bench/integrators.py without --up-to takes them all. It needs Python.
if(TARGET mbs)
  find_program(MBS_PYTHON python3)
  list(APPEND long space_tower_off_the_end rigid_reversals space_rigid_feet rigid_dropped_tower space_crossed_boxes
    space_feet space_rigid_turning space_conical rigid_struck_stack space_flush_tower space_hollow_sphere restitution
    brake_by_sign stepping_woodpecker space_turned_contacts rigid_rocks_over space_pushed_off stick_slip cancelling_terms
    ball_joint box_of_balls gears spatial_four_bar ratchet four_bar)
  list(JOIN long "," long)
  foreach(part examples figures golden)
    if(MBS_PYTHON)
      set(folder ${PROJECT_SOURCE_DIR}/tests/golden)
      if(part STREQUAL examples)
        set(folder ${PROJECT_SOURCE_DIR}/examples)
      elseif(part STREQUAL figures)
        set(folder ${PROJECT_SOURCE_DIR}/examples/figures)
      endif()
      add_test(NAME integrators.${part}
        COMMAND ${MBS_PYTHON} ${PROJECT_SOURCE_DIR}/bench/integrators.py $<TARGET_FILE:mbs> --up-to 2500 --without ${long}
                --known ${CMAKE_CURRENT_LIST_DIR}/known.txt ${folder})
      set_tests_properties(integrators.${part} PROPERTIES TIMEOUT ${MBS_TIME_LIMIT} ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
    else()
      message(STATUS "no python3: the test that compares integrators is left out")
    endif()
  endforeach()
endif()
