#pragma once

#include <gmodule.h>
#include <link.h>
#include <string.h>
#include <vips/vips.h>

#include <vips/vector.h>

// libvips's operations are variadic, which Swift cannot call. Each wrapper fixes the options that Docket uses.

/// The file that libvips was loaded from; NULL where it is part of the executable.
static inline const char *docket_vips_file(void) {
    for (const struct link_map *object = _r_debug.r_map; object != NULL; object = object->l_next) {
        const char *slash = strrchr(object->l_name, '/');
        if (slash != NULL && strncmp(slash, "/libvips.so", strlen("/libvips.so")) == 0) {
            return object->l_name;
        }
    }
    return NULL;
}

/// Loads the header of an encoded picture by a loader's name, e.g. "jpegload_buffer"; pixels follow when they are asked for. `page`
/// counts from 0; -1 for what has none. Every loader fails on damaged data instead of filling the rest with grey, unless it is told to
/// be lenient.
static inline VipsImage *docket_vips_load(const char *loader, const void *bytes, size_t length, int page, int lenient) {
    VipsImage *image = NULL;
    VipsFailOn fail_on = lenient ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR;
    // The blob only borrows the bytes: the caller keeps them until the image is released.
    VipsBlob *blob = vips_blob_new(NULL, bytes, length);
    int result =
        page < 0
        ? vips_call(loader, blob, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL)
        : vips_call(loader, blob, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, "page", page, NULL);
    vips_area_unref(VIPS_AREA(blob));
    return result == 0 ? image : NULL;
}

/// The same for a JPEG of which one pixel in `shrink` (1, 2, 4 or 8) is decoded, across and down.
static inline VipsImage *docket_vips_load_jpeg(const void *bytes, size_t length, int shrink, int lenient) {
    VipsImage *image = NULL;
    VipsFailOn fail_on = lenient ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR;
    // The blob only borrows the bytes: the caller keeps them until the image is released.
    VipsBlob *blob = vips_blob_new(NULL, bytes, length);
    int result = vips_call(
        "jpegload_buffer", blob, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, "shrink", shrink, NULL);
    vips_area_unref(VIPS_AREA(blob));
    return result == 0 ? image : NULL;
}

/// Shrinks while decoding (WebP) and turns upright; never enlarges. `export_profile` is NULL for a picture without a profile:
/// libvips would take it through a profile all the same, and shift its colours.
static inline int docket_vips_thumbnail_bytes(
    const void *bytes, size_t length, int width, int height, const char *export_profile, int lenient, VipsImage **out) {
    // The blob only borrows the bytes: the caller keeps them until the image is released.
    VipsBlob *blob = vips_blob_new(NULL, bytes, length);
    // thumbnail_buffer does not hand its own "fail_on" to the loader (8.14), so the loader is told itself.
    int result = vips_call(
        "thumbnail_buffer", blob, out, width, "height", height, "size", VIPS_SIZE_DOWN, "export_profile", export_profile,
        "option_string", lenient ? "[fail_on=none]" : "[fail_on=error]", NULL);
    vips_area_unref(VIPS_AREA(blob));
    return result;
}

/// The same for a picture that is loaded already. `import_profile` is what its numbers mean where no profile is embedded; NULL if that
/// is sRGB.
static inline int docket_vips_thumbnail_image(
    VipsImage *in, int width, int height, const char *import_profile, const char *export_profile, VipsImage **out) {
    return vips_thumbnail_image(
        in, out, width, "height", height, "size", VIPS_SIZE_DOWN, "import_profile", import_profile, "export_profile",
        export_profile, NULL);
}

static inline int docket_vips_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int docket_vips_flatten_on_white(VipsImage *in, VipsImage **out) {
    VipsArrayDouble *white = vips_array_double_newv(3, 255.0, 255.0, 255.0);
    int result = vips_flatten(in, out, "background", white, NULL);
    vips_area_unref(VIPS_AREA(white));
    return result;
}

static inline int docket_vips_to_bytes(VipsImage *in, VipsImage **out) {
    return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

static inline int docket_vips_first_bands(VipsImage *in, VipsImage **out, int count) {
    return vips_extract_band(in, out, 0, "n", count, NULL);
}

static inline int docket_vips_rotate(VipsImage *in, VipsImage **out, VipsAngle angle) {
    return vips_rot(in, out, angle, NULL);
}

/// Runs one step; frees what it was made from.
static inline int docket_vips_step(int result, VipsImage *from) {
    g_object_unref(from);
    return result;
}

/// Looks up, for each pixel of a picture of that size, where it is in this one by a projection's eight coefficients, in the order
/// x' = (ax + by + c) / w, y' = (dx + ey + f) / w with w = gx + hy + 1. Between four pixels it takes their mean by distance.
static inline int docket_vips_project(
    VipsImage *in, VipsImage **out, int width, int height, const double *coefficients) {
    VipsImage *places = NULL, *middles = NULL, *sums = NULL, *shifted = NULL, *upper = NULL, *lower = NULL, *index = NULL;
    const double *c = coefficients;
    if (vips_xyz(&places, width, height, NULL) != 0) {
        return -1;
    }
    // A pixel is meant by its middle.
    double one[] = {1, 1}, half[] = {0.5, 0.5};
    if (docket_vips_step(vips_linear(places, &middles, one, half, 2, NULL), places) != 0) {
        return -1;
    }
    VipsImage *matrix = vips_image_new_matrixv(2, 3, c[0], c[1], c[3], c[4], c[6], c[7]);
    int result = matrix == NULL ? -1 : vips_recomb(middles, &sums, matrix, NULL);
    if (matrix != NULL) {
        g_object_unref(matrix);
    }
    if (docket_vips_step(result, middles) != 0) {
        return -1;
    }
    double ones[] = {1, 1, 1}, shifts[] = {c[2], c[5], 1};
    if (docket_vips_step(vips_linear(sums, &shifted, ones, shifts, 3, NULL), sums) != 0) {
        return -1;
    }
    result = vips_extract_band(shifted, &upper, 0, "n", 2, NULL);
    if (result == 0) {
        result = vips_extract_band(shifted, &lower, 2, NULL);
    }
    g_object_unref(shifted);
    VipsImage *quotient = NULL;
    if (result == 0) {
        result = vips_divide(upper, lower, &quotient, NULL);
    }
    if (upper != NULL) {
        g_object_unref(upper);
    }
    if (lower != NULL) {
        g_object_unref(lower);
    }
    double back[] = {-0.5, -0.5};
    if (result != 0 || docket_vips_step(vips_linear(quotient, &index, one, back, 2, NULL), quotient) != 0) {
        return -1;
    }
    VipsInterpolate *bilinear = vips_interpolate_new("bilinear");
    result = bilinear == NULL
        ? -1 : vips_mapim(in, out, index, "interpolate", bilinear, "extend", VIPS_EXTEND_COPY, NULL);
    if (bilinear != NULL) {
        g_object_unref(bilinear);
    }
    return docket_vips_step(result, index);
}

/// Declares a resolution, in pixels per millimetre.
static inline int docket_vips_with_resolution(VipsImage *in, VipsImage **out, double pixels_per_millimetre) {
    return vips_copy(in, out, "xres", pixels_per_millimetre, "yres", pixels_per_millimetre, NULL);
}

/// Encodes without any metadata. The caller frees `*bytes` with g_free.
static inline int docket_vips_jpeg(VipsImage *in, void **bytes, size_t *length, int quality) {
    return vips_jpegsave_buffer(in, bytes, length, "Q", quality, "strip", TRUE, NULL);
}

// MARK: - A small grey copy, made in passing

/// Sums up the pixels of a picture into those of a smaller one, while they pass on their way to the encoder: to look at a page again
/// would mean to decode it again. Pixels belong to the small one's by their place, so each of these is the mean of some whole ones.
typedef struct {
    int width, height, bands;
    int small_width, small_height;
    /// For each row and column the small one's.
    int *row_of, *column_of;
    /// Pixels to each row and column of the small one.
    int *rows_of, *columns_of;
    /// Weighted sums, of the small one's pixels.
    uint64_t *sums;
    /// Samples of the rows that go into one row of the small one, column by column.
    uint16_t *column_sums;
    int current_row;
    uint64_t pixels_seen;
    GMutex lock;
} DocketGrey;

typedef uint8_t DocketBytes __attribute__((vector_size(16)));
typedef uint16_t DocketSums __attribute__((vector_size(32)));

static inline void docket_grey_free(DocketGrey *grey) {
    if (grey != NULL) {
        g_free(grey->row_of);
        g_free(grey->column_of);
        g_free(grey->rows_of);
        g_free(grey->columns_of);
        g_free(grey->sums);
        g_free(grey->column_sums);
        g_mutex_clear(&grey->lock);
        g_free(grey);
    }
}

/// For pictures of `bands` (1 or 3) samples of a byte. NULL when there is no memory for it, and for a small picture that would be
/// larger, or less than one in 256 as high.
static inline DocketGrey *docket_grey_new(int width, int height, int bands, int small_width, int small_height) {
    if ((bands != 1 && bands != 3) || small_width < 1 || small_height < 1 || small_width > width || small_height > height
        || height > 257 * (int64_t)small_height - small_height) {
        return NULL;
    }
    DocketGrey *grey = g_try_malloc0(sizeof *grey);
    if (grey == NULL) {
        return NULL;
    }
    g_mutex_init(&grey->lock);
    grey->width = width;
    grey->height = height;
    grey->bands = bands;
    grey->small_width = small_width;
    grey->small_height = small_height;
    grey->row_of = g_try_new(int, height);
    grey->column_of = g_try_new(int, width);
    grey->rows_of = g_try_new0(int, small_height);
    grey->columns_of = g_try_new0(int, small_width);
    grey->sums = g_try_new0(uint64_t, (size_t)small_width * small_height);
    grey->column_sums = g_try_new0(uint16_t, (size_t)width * bands);
    grey->current_row = -1;
    if (!grey->row_of || !grey->column_of || !grey->rows_of || !grey->columns_of || !grey->sums || !grey->column_sums) {
        docket_grey_free(grey);
        return NULL;
    }
    for (int y = 0; y < height; y++) {
        grey->row_of[y] = (int)((int64_t)y * small_height / height);
        grey->rows_of[grey->row_of[y]]++;
    }
    for (int x = 0; x < width; x++) {
        grey->column_of[x] = (int)((int64_t)x * small_width / width);
        grey->columns_of[grey->column_of[x]]++;
    }
    return grey;
}

/// Takes the column sums into the row that they belong to. Luminance by ITU-R BT.601.
static inline void docket_grey_flush(DocketGrey *grey) {
    if (grey->current_row < 0) {
        return;
    }
    uint64_t *restrict sums = grey->sums + (size_t)grey->current_row * grey->small_width;
    uint16_t *restrict samples = grey->column_sums;
    if (grey->bands == 3) {
        const uint16_t *next = samples;
        for (int small = 0; small < grey->small_width; small++) {
            uint32_t red = 0, green = 0, blue = 0;
            for (int count = grey->columns_of[small]; count > 0; count--, next += 3) {
                red += next[0];
                green += next[1];
                blue += next[2];
            }
            sums[small] += (uint64_t)77 * red + (uint64_t)150 * green + (uint64_t)29 * blue;
        }
    } else {
        for (int x = 0; x < grey->width; x++) {
            sums[grey->column_of[x]] += (uint64_t)256 * samples[x];
        }
    }
    memset(samples, 0, sizeof *samples * (size_t)grey->width * grey->bands);
    grey->current_row = -1;
}

/// Sums of more than 257 rows would not fit (`docket_grey_new` sees to it).
static inline void docket_grey_add(DocketGrey *grey, VipsRegion *region, const VipsRect *area) {
    for (int y = area->top; y < area->top + area->height; y++) {
        if (grey->row_of[y] != grey->current_row) {
            docket_grey_flush(grey);
            grey->current_row = grey->row_of[y];
        }
        const uint8_t *restrict line = VIPS_REGION_ADDR(region, area->left, y);
        uint16_t *restrict sums = grey->column_sums + (size_t)area->left * grey->bands;
        size_t count = (size_t)area->width * grey->bands;
        size_t index = 0;
        // Sixteen at a time, which the compiler does not see by itself.
        for (; index + 16 <= count; index += 16) {
            DocketBytes samples;
            DocketSums totals;
            memcpy(&samples, line + index, sizeof samples);
            memcpy(&totals, sums + index, sizeof totals);
            totals += __builtin_convertvector(samples, DocketSums);
            memcpy(sums + index, &totals, sizeof totals);
        }
        for (; index < count; index++) {
            sums[index] += line[index];
        }
    }
    grey->pixels_seen += (uint64_t)area->width * area->height;
    // Parts that stand side by side come in any order: a row is complete with this one or not.
    if (area->width < grey->width) {
        docket_grey_flush(grey);
    }
}

static inline int docket_grey_generate(VipsRegion *out, void *sequence, void *in, void *grey, gboolean *stop) {
    VipsRegion *region = sequence;
    VipsRect *area = &out->valid;
    (void)in;
    (void)stop;
    if (vips_region_prepare(region, area) != 0) {
        return -1;
    }
    g_mutex_lock(&((DocketGrey *)grey)->lock);
    docket_grey_add(grey, region, area);
    g_mutex_unlock(&((DocketGrey *)grey)->lock);
    // The same memory: nothing is copied.
    return vips_region_region(out, region, area, area->left, area->top);
}

/// The same picture, of which is summed up what is read. `grey` has to stay until `*out` is gone.
static inline int docket_vips_watched(VipsImage *in, VipsImage **out, DocketGrey *grey) {
    VipsImage *image = vips_image_new();
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_FATSTRIP, in, NULL) != 0
        || vips_image_generate(
            image, vips_start_one, docket_grey_generate, vips_stop_one, in, grey) != 0) {
        g_object_unref(image);
        return -1;
    }
    // What it reads from lives as long as it does.
    g_object_ref(in);
    vips_object_local(VIPS_OBJECT(image), in);
    *out = image;
    return 0;
}

/// The means, row after row; -1 unless each pixel passed once.
static inline int docket_grey_pixels(DocketGrey *grey, uint8_t *pixels) {
    if (grey->pixels_seen != (uint64_t)grey->width * grey->height) {
        return -1;
    }
    docket_grey_flush(grey);
    for (int y = 0; y < grey->small_height; y++) {
        for (int x = 0; x < grey->small_width; x++) {
            size_t index = (size_t)y * grey->small_width + x;
            pixels[index] = (uint8_t)(grey->sums[index] / ((uint64_t)256 * grey->rows_of[y] * grey->columns_of[x]));
        }
    }
    return 0;
}
