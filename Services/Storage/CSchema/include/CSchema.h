// The schema's migrations, as the texts that they have in `sql/`.
#ifndef DOCKET_CSCHEMA_H
#define DOCKET_CSCHEMA_H

#include <stddef.h>

// All texts, one after another; a NUL ends each. They live as long as the process.
const char *docket_schema_texts(void);
size_t docket_schema_texts_size(void);

#endif
