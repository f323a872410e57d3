// The program as the operating system sees it: standard streams, signals, exit code.
#pragma once

namespace mbs {

int main_program(int argc, char** argv);

}  // namespace mbs
