#ifndef INTERLUDE_CYAML_SHIM_H
#define INTERLUDE_CYAML_SHIM_H
#include <yaml.h>
#endif
