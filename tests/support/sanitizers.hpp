// Whether the address sanitizer watches: GCC and clang say so in different ways.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define MBS_UNDER_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MBS_UNDER_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef MBS_UNDER_ADDRESS_SANITIZER
#define MBS_UNDER_ADDRESS_SANITIZER 0
#endif
