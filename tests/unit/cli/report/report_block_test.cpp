#include "cli/report/block.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cli/report/page.hpp"
#include "cli/report/plot_json.hpp"

using namespace mbs;

namespace {

std::vector<unsigned char> bytes_of(const std::string& text) {
  static const std::string digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  unsigned group = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits >= 8) bytes.push_back(static_cast<unsigned char>(group >> (bits -= 8)));
  }
  return bytes;
}

std::vector<unsigned char> opened(const Block& block) {
  const std::vector<unsigned char> packed = bytes_of(block.packed());
  std::vector<unsigned char> bytes(block.bytes());
  uLongf size = bytes.size();
  REQUIRE(uncompress(bytes.data(), &size, packed.data(), packed.size()) == Z_OK);
  REQUIRE(size == bytes.size());
  return bytes;
}

// As docs/report.md tells readers to do it.
template <class Number>
std::vector<Number> read(const std::vector<unsigned char>& bytes, std::size_t offset,
                         std::size_t count) {
  std::vector<Number> values(count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < sizeof(Number); ++k)
      reinterpret_cast<unsigned char*>(&values[i])[k] = bytes[offset + k * count + i];
  return values;
}

}  // namespace

TEST_CASE("base64 is that of RFC 4648, section 10") {
  const auto of = [](const std::string& text) {
    return base64({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
  };
  CHECK(of("") == "");
  CHECK(of("f") == "Zg==");
  CHECK(of("fo") == "Zm8=");
  CHECK(of("foo") == "Zm9v");
  CHECK(of("foobar") == "Zm9vYmFy");
  CHECK(of("\xff\xff\xfe") == "///+");
}

TEST_CASE("a block gives back what was put in, to the last bit of its kind") {
  Block block;
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> coarse = {0, -0.0, 1.5, -2e-3, 1e30, inf, 0.1};
  const std::vector<double> fine = {0.1, 1e300, -5e-324, -inf};
  const auto a = block.add4(coarse);
  const auto empty = block.add4({});
  const auto b = block.add8(fine);
  CHECK(a.dump() == R"({"f4":[0,7]})");
  CHECK(empty.dump() == R"({"f4":[28,0]})");
  CHECK(b.dump() == R"({"f8":[28,4]})");
  const auto bytes = opened(block);
  const auto floats = read<float>(bytes, 0, 7);
  for (std::size_t i = 0; i < coarse.size(); ++i) CHECK(floats[i] == static_cast<float>(coarse[i]));
  CHECK(std::signbit(floats[1]));
  CHECK(read<double>(bytes, 28, 4) == fine);
}

TEST_CASE("what is not a number stays none") {
  Block block;
  block.add4(std::vector<double>{std::nan("")});
  CHECK(std::isnan(read<float>(opened(block), 0, 1)[0]));
}

TEST_CASE("no text gets out of its element") {
  CHECK(html_escaped("<a href='x\">&") == "&lt;a href=&#39;x&quot;&gt;&amp;");
  CHECK(html_escaped("\xc2\xb5m") == "\xc2\xb5m");
  CHECK(html_escaped("\xff\x01") == "\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(script_escaped(R"({"a":"</script><!--"})") == R"({"a":"\u003c/script>\u003c!--"})");
  const std::string page = page_of("</title><script>", R"(["</script>"])");
  CHECK(page.find("<title>&lt;/title&gt;&lt;script&gt;</title>") != std::string::npos);
  std::size_t ends = 0;
  for (std::size_t at = 0; (at = page.find("</script", at)) != std::string::npos; ++at) ++ends;
  CHECK(ends == 2);  // of the data, of the page's own
}

TEST_CASE("the policy names the hash of the page's own script and style, and nothing else") {
  const PageParts parts = page_parts();
  CHECK(parts.script_hash.size() == 44);
  const std::string page = page_of("t", "[]");
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(page.find("unsafe") == std::string::npos);
  CHECK(page.find(std::string(parts.script_hash)) != std::string::npos);
  CHECK(page.find(std::string(parts.style_hash)) != std::string::npos);
}

TEST_CASE("points on a line are left out, corners and ends stay") {
  PlotOutput plot;
  for (int i = 0; i <= 100; ++i) {
    plot.t.push_back(i);
    plot.x.push_back(i);
  }
  plot.curves.push_back({{}, {}});
  for (int i = 0; i <= 100; ++i) plot.curves[0].y.push_back(i < 40 ? i : 80 - i);
  const auto kept = points_kept(plot, 1e-6);
  CHECK(kept == std::vector<std::size_t>{0, 40, 100});
  CHECK(points_kept(plot, 0).size() == 101);
}

TEST_CASE("a gap in a curve keeps both of its sides") {
  PlotOutput plot;
  for (int i = 0; i <= 10; ++i) {
    plot.t.push_back(i);
    plot.x.push_back(i);
  }
  plot.curves.push_back({{}, std::vector<double>(11, 1.0)});
  plot.curves[0].y[5] = std::nan("");
  const auto kept = points_kept(plot, 1e-6);
  CHECK(kept == std::vector<std::size_t>{0, 4, 5, 6, 10});
}
