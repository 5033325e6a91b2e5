// The files of the page that a person fills in, of the desk and of the portal, as the bytes that they have in `page/`, `desk/` and `portal/`.
#ifndef DOCKET_CWEBPAGES_H
#define DOCKET_CWEBPAGES_H

#include <stddef.h>

typedef struct {
  // Below `page/`, or with `desk/` or `portal/` before it; ends with NUL.
  const char *name;
  const unsigned char *bytes;
  size_t count;
} docket_page_file;

size_t docket_page_file_count(void);
// Index below the count. What it points to lives as long as the process.
docket_page_file docket_page_file_at(size_t index);

#endif
