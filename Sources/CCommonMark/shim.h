#ifndef INTERLUDE_CCOMMONMARK_SHIM_H
#define INTERLUDE_CCOMMONMARK_SHIM_H
#include <cmark.h>
#endif
