#include "cli/environment/plug_in.hpp"

#include <dlfcn.h>

#include <filesystem>

namespace mbs {

void* load_plug_in(const char* name, bool global) {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& file : {folder / name, folder / "../lib/mbs" / name})
    if (void* library = dlopen(file.c_str(), RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL)))
      return library;
  return nullptr;
}

void* plug_in_function(void* plug_in, const char* name) {
  return plug_in ? dlsym(plug_in, name) : nullptr;
}

}  // namespace mbs
