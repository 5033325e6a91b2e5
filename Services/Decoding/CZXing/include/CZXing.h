#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What Docket tells apart of the formats that zxing knows.
typedef enum {
    DOCKET_CODE_OTHER,
    DOCKET_CODE_QR,
    DOCKET_CODE_MICRO_QR,
    DOCKET_CODE_DATA_MATRIX,
    DOCKET_CODE_AZTEC,
    DOCKET_CODE_PDF417,
    DOCKET_CODE_128,
    DOCKET_CODE_39,
    DOCKET_CODE_EAN,
} DocketCodeFormat;

/// A code that was read. It is valid during the call that it is given to.
typedef struct {
    DocketCodeFormat format;
    const uint8_t *bytes;
    size_t count;
    /// The box around its corners, in pixels; it may reach beyond the picture.
    int left, top, right, bottom;
} DocketCode;

/// Reads the codes of a picture of grey bytes, at most `maximum`, and gives each to `take`.
/// Returns 0; -1 when the library gives up, for example for want of memory.
int docket_codes_read(const uint8_t *grey, int width, int height, int bytes_per_line, int maximum,
                      void (*take)(void *context, const DocketCode *code), void *context);

/// Of zxing-cpp, such as 1.4.0.
const char *docket_codes_version(void);

#ifdef __cplusplus
}
#endif
