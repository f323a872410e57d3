// Pictures in other formats than SVG: made of it by a program of their own, found when it is
// needed.
#pragma once

#include <string>

namespace mbs {

// "svg", "pdf" or "png", by the ending of a file's name.
std::string picture_format(const std::string& name);

// A PDF with fonts inside, or a PNG with 300 pixels per inch; the same bytes for the same picture.
// Empty, with the reason in `problem`, if rsvg-convert is not there or fails.
std::string converted_picture(const std::string& svg, const std::string& format,
                              std::string& problem);

}  // namespace mbs
