// malloc_trim, which Swift's module of the C library lacks.

#include "cmalloc.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <malloc.h>

void heap_give_back(void) { malloc_trim(0); }

#else

void heap_give_back(void) {}

#endif
