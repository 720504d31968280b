#include <stdio.h>
#include <expat.h>
