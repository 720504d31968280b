#ifndef MAPC_CRC32C_H
#define MAPC_CRC32C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the processor has an instruction for the Castagnoli check; asked once, before the next.
bool crc32c_has_instruction(void);

/// Continues a check register, not inverted at either end, over some bytes, by the processor's instruction.
uint32_t crc32c_by_instruction(uint32_t value, const void *_Nullable bytes, size_t count);

#endif
