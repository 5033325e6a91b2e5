#pragma once

#include <zlib.h>

// A macro, which Swift cannot call.
static inline int docket_deflate_gzip(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
