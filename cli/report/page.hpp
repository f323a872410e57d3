// The page of a report: what is embedded of share/report, around the data of one script.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// Made by the build from share/report.
struct PageParts {
  std::string_view style, script;
  std::string_view style_hash, script_hash;  // SHA-256 in base64, for the page's policy
};
PageParts page_parts();
PageParts plot_page_parts();  // of a plot alone

// `data`: JSON. `title`: any text.
std::string page_of(const std::string& title, const std::string& data);
// A plot alone. `picture`: its SVG, for readers without scripts.
std::string plot_page_of(const std::string& title, const std::string& data,
                         const std::string& picture);
// The same without data: it asks the server that it comes from.
std::string live_page(const std::string& title);

// Texts in HTML: no byte of them is read as markup.
std::string html_escaped(std::string_view text);
// JSON inside a script element: nothing in it ends the element.
std::string script_escaped(std::string_view json);

}  // namespace mbs
