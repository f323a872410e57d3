# Files of HDF5, read by others: Python with h5py, and the tools of NetCDF. Skipped, and said which, where they are missing.
if(TARGET mbs_hdf5)
  foreach(name IN ITEMS content long readers)
    add_test(NAME hdf5.${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/hdf5/python.sh
      ${PROJECT_SOURCE_DIR}/tests/hdf5/${name}_test.py $<TARGET_FILE:mbs> ${PROJECT_SOURCE_DIR})
    # Sanitizers give back what is freed: memory is measured.
    set_tests_properties(hdf5.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${MBS_TIME_LIMIT}
      ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1;ASAN_OPTIONS=quarantine_size_mb=1")
  endforeach()
endif()
