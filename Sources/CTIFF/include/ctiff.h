#ifndef MAPC_CTIFF_H
#define MAPC_CTIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The calls of libtiff that reading heights takes.
///
/// The library is loaded by the first of them, because it loads seven others: a program that links it starts later,
/// although it hardly ever reads such a file. Neither building nor starting a program needs it.

/// A file that libtiff has open.
typedef struct tiff ctiff_file;

/// Whether libtiff is there; loads it.
bool ctiff_is_there(void);

/// Opens a file for reading; null if it is no TIFF file. Call it only if libtiff is there.
ctiff_file *ctiff_open(const char *path);

/// Closes a file.
void ctiff_close(ctiff_file *file);

/// Whether the image consists of tiles, not of strips.
bool ctiff_is_tiled(ctiff_file *file);

/// Reads a tile or a strip into at most `size` bytes; returns their number, less than 0 if it is damaged.
ptrdiff_t ctiff_read(ctiff_file *file, bool tile, uint32_t number, void *bytes, ptrdiff_t size);

/// Whether the file has no bytes for a tile or a strip, which says that it has no values there.
bool ctiff_is_left_out(ctiff_file *file, uint32_t number);

/// The value of a tag with one short; false without it.
bool ctiff_short(ctiff_file *file, uint32_t tag, uint16_t *value);

/// The value of a tag with one long; false without it.
bool ctiff_long(ctiff_file *file, uint32_t tag, uint32_t *value);

/// The list of a tag that libtiff does not know: of doubles, shorts or characters, `size` bytes each.
///
/// False without the tag, or if its values have another size. The values live as long as the file is open.
bool ctiff_list(
    ctiff_file *file, uint32_t tag, size_t size, uint32_t *count, const void **values);

#endif
