#include <stdio.h>
#include <zlib.h>
