#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

// Of libFuzzer (https://llvm.org/docs/LibFuzzer.html), which is linked when a program is built with -sanitize=fuzzer.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

#endif
