#include "ctiff.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>

// As libtiff declares them since version 4.0 of 2011; its header is not needed.
typedef void (*handler)(const char *, const char *, void *);
static struct {
  ctiff_file *(*open)(const char *, const char *);
  void (*close)(ctiff_file *);
  int (*is_tiled)(ctiff_file *);
  ptrdiff_t (*read_tile)(ctiff_file *, uint32_t, void *, ptrdiff_t);
  ptrdiff_t (*read_strip)(ctiff_file *, uint32_t, void *, ptrdiff_t);
  int (*get_field)(ctiff_file *, uint32_t, ...);
  int (*get_field_defaulted)(ctiff_file *, uint32_t, ...);
  const void *(*find_field)(ctiff_file *, uint32_t, int);
  int (*field_type)(const void *);
  int (*field_passes_count)(const void *);
  int (*type_width)(int);
  // Since version 4.1 of 2019; null before.
  uint64_t (*block_size)(ctiff_file *, uint32_t, int *);
} tiff;
static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *library(void) {
  // Version 4.5 and later, then those before; Homebrew's folders are not among those that macOS searches.
  static const char *const names[] = {
#ifdef __APPLE__
      "libtiff.dylib", "/opt/homebrew/lib/libtiff.dylib", "/usr/local/lib/libtiff.dylib",
#else
      "libtiff.so.6", "libtiff.so.5",
#endif
  };
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *found = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (found) return found;
  }
  return NULL;
}

static void load(void) {
  void *found = library();
  if (!found) return;
  handler (*handle_errors)(handler) = (handler(*)(handler))dlsym(found, "TIFFSetErrorHandler");
  handler (*handle_warnings)(handler) = (handler(*)(handler))dlsym(found, "TIFFSetWarningHandler");
  const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"TIFFOpen", &tiff.open},
      {"TIFFClose", &tiff.close},
      {"TIFFIsTiled", &tiff.is_tiled},
      {"TIFFReadEncodedTile", &tiff.read_tile},
      {"TIFFReadEncodedStrip", &tiff.read_strip},
      {"TIFFGetField", &tiff.get_field},
      {"TIFFGetFieldDefaulted", &tiff.get_field_defaulted},
      {"TIFFFindField", &tiff.find_field},
      {"TIFFFieldDataType", &tiff.field_type},
      {"TIFFFieldPassCount", &tiff.field_passes_count},
      {"TIFFDataWidth", &tiff.type_width},
  };
  if (!handle_errors || !handle_warnings) return;
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    // POSIX says that an address of a function fits an address of data.
    void *function = dlsym(found, functions[index].name);
    if (!function) return;
    *(void **)functions[index].place = function;
  }
  *(void **)&tiff.block_size = dlsym(found, "TIFFGetStrileByteCountWithErr");
  // libtiff prints what it finds wrong; errors are told by what its functions return.
  handle_errors(NULL);
  handle_warnings(NULL);
  is_there = true;
}

bool ctiff_is_there(void) {
  pthread_once(&once, load);
  return is_there;
}

ctiff_file *ctiff_open(const char *path) {
  // A pipe would keep the reader waiting, and cannot be read out of order.
  struct stat status;
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) return NULL;
  // Read, do not map.
  return tiff.open(path, "rm");
}

void ctiff_close(ctiff_file *file) { tiff.close(file); }

bool ctiff_is_tiled(ctiff_file *file) { return tiff.is_tiled(file) != 0; }

ptrdiff_t ctiff_read(ctiff_file *file, bool tile, uint32_t number, void *bytes, ptrdiff_t size) {
  return (tile ? tiff.read_tile : tiff.read_strip)(file, number, bytes, size);
}

bool ctiff_is_left_out(ctiff_file *file, uint32_t number) {
  int failed = 0;
  return tiff.block_size && tiff.block_size(file, number, &failed) == 0 && !failed;
}

bool ctiff_short(ctiff_file *file, uint32_t tag, uint16_t *value) {
  return tiff.get_field_defaulted(file, tag, value) != 0;
}

bool ctiff_long(ctiff_file *file, uint32_t tag, uint32_t *value) {
  return tiff.get_field_defaulted(file, tag, value) != 0;
}

bool ctiff_list(
    ctiff_file *file, uint32_t tag, size_t size, uint32_t *count, const void **values) {
  const int any_type = 0;
  const void *field = tiff.find_field(file, tag, any_type);
  return field && tiff.field_passes_count(field) != 0 &&
         (size_t)tiff.type_width(tiff.field_type(field)) == size &&
         tiff.get_field(file, tag, count, values) != 0;
}
