#include "cli/main_program.hpp"

int main(int argc, char** argv) {
  return mbs::main_program(argc, argv);
}
