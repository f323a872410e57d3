// Parts of the program that it loads when they are needed, so that it starts without them.
#pragma once

namespace mbs {

// Loads `name` ("mbs_mpi.so") from beside the program, or from where `cmake --install` puts it.
// With `global` its symbols serve what it loads in its turn. Null if it is not there.
void* load_plug_in(const char* name, bool global = false);
// A function of it; null if there is none.
void* plug_in_function(void* plug_in, const char* name);

}  // namespace mbs
