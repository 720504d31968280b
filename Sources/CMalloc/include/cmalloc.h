#ifndef MAPC_CMALLOC_H
#define MAPC_CMALLOC_H

/// Gives free pages inside the heap back to the system, where the C library can.
void heap_give_back(void);

#endif
