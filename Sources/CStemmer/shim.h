#ifndef INTERLUDE_CSTEMMER_SHIM_H
#define INTERLUDE_CSTEMMER_SHIM_H
#include <libstemmer.h>
#endif
