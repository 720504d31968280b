#include <stdint.h>
#include <tiffio.h>

// Swift cannot call functions with a variable number of arguments.

static inline int ctiff_short(TIFF *file, uint32_t tag, uint16_t *value) {
  return TIFFGetFieldDefaulted(file, tag, value);
}

static inline int ctiff_long(TIFF *file, uint32_t tag, uint32_t *value) {
  return TIFFGetFieldDefaulted(file, tag, value);
}

// A list of a tag that libtiff does not know: of doubles, shorts or characters.
static inline int ctiff_list(TIFF *file, uint32_t tag, uint32_t *count, const void **values) {
  return TIFFGetField(file, tag, count, values);
}

// libtiff prints what it finds wrong; errors are told by what its functions return.
static inline void ctiff_be_quiet(void) {
  TIFFSetErrorHandler(0);
  TIFFSetWarningHandler(0);
}
