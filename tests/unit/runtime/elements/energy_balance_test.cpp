// The books of a run by themselves.
#include <doctest/doctest.h>

#include "runtime/elements/energy.hpp"
#include "runtime/elements/energy_balance.hpp"

using namespace mbs;

TEST_CASE("what gets lost is an error like what comes from nowhere") {
  for (const double lost : {-0.5, 0.5}) {
    EnergyBalance books;
    books.add(0, {2, 10, 0, 0, 0});
    const Energies end{2 + lost, 10, 0, 0, 0};
    books.add(1, end);
    CHECK(books.imbalance(end) == lost);
    CHECK(books.error(end) == 0.5 / (lost > 0 ? 2.5 : 2));
    CHECK(books.largest_error() == books.error(end));
    CHECK(books.worst_at() == 1);
  }
}

TEST_CASE("heights may be counted from anywhere") {
  // 3 J of 4 J arrive. All numbers are exact in binary.
  for (const double up : {0.0, 1024.0, -65536.0}) {
    EnergyBalance books;
    books.add(0, {0, up + 4, 0, 0, 0});
    books.add(1, {3, up, 0, 0, 0});
    CHECK(books.largest_error() == 0.25);
  }
}

TEST_CASE("it is relative to the largest exchange, whichever it is and whenever it was") {
  const Energies missing[] = {{8, 0, 0, 0, 0}, {0, 8, 0, 0, 0},  {0, 0, 8, 0, 0},
                              {0, 0, 0, 8, 0}, {0, 0, 0, -8, 0}, {0, 0, 0, 0, 8}};
  for (const Energies& e : missing) {
    EnergyBalance books;
    books.add(0, {});
    books.add(1, e);
    books.add(2, {});
    CHECK(books.largest_error() == 1);
    CHECK(books.error({1, 0, 0, 0, 0}) == 0.125);
    CHECK(books.worst_at() == 1);
  }
}

TEST_CASE("work that is put in and found is no error") {
  EnergyBalance books;
  books.add(0, {});
  const Energies end{1, 1, 1, 4, 1};  // input 4
  books.add(1, end);
  CHECK(books.imbalance(end) == 0);
  CHECK(books.largest_error() == 0);
}

TEST_CASE("before anything has happened, and below what is resolved") {
  EnergyBalance books;
  CHECK(books.largest_error() == 0);
  books.add(0, {});
  CHECK(books.largest_error() == 0);
  CHECK(books.error({}) == 0);
  books.set_floor(1e-6);
  books.add(1, {1e-9, 0, 0, 0, 0});
  CHECK(books.largest_error() == doctest::Approx(1e-3));
  // Of a rest at a great height: one unit in the last place of the potential energy is no error.
  EnergyBalance high;
  high.add(0, {0, 1e7, 0, 0, 0});
  high.add(1, {0, 1e7 * (1 + 2.3e-16), 0, 0, 0});
  CHECK(high.largest_error() < 1e-3);
}
