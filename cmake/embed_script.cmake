# Run by mbs_embed; see embed.cmake. The texts are raw string literals.
set(text "#include \"lang/stdlib.hpp\"\n\n#include <vector>\n\nnamespace mbs {\n\nstd::span<const StdlibFile> stdlib_files() {\n  static const std::vector<StdlibFile> files = {\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} content)
  string(APPEND text "    {\"stdlib/${name}\", R\"__mbs__(${content})__mbs__\"},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n\n}  // namespace mbs\n")
file(WRITE ${OUT} "${text}")
