#pragma once

#include <gmodule.h>
#include <link.h>
#include <string.h>
#include <vips/vips.h>

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

/// Shrinks while decoding (JPEG, WebP) and turns upright; never enlarges. `export_profile` is NULL for a picture without a profile:
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

/// The same for a picture that is loaded already.
static inline int docket_vips_thumbnail_image(
    VipsImage *in, int width, int height, const char *export_profile, VipsImage **out) {
    return vips_thumbnail_image(
        in, out, width, "height", height, "size", VIPS_SIZE_DOWN, "export_profile", export_profile, NULL);
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

/// Declares a resolution, in pixels per millimetre.
static inline int docket_vips_with_resolution(VipsImage *in, VipsImage **out, double pixels_per_millimetre) {
    return vips_copy(in, out, "xres", pixels_per_millimetre, "yres", pixels_per_millimetre, NULL);
}

/// Encodes without any metadata. The caller frees `*bytes` with g_free.
static inline int docket_vips_jpeg(VipsImage *in, void **bytes, size_t *length, int quality) {
    return vips_jpegsave_buffer(in, bytes, length, "Q", quality, "strip", TRUE, NULL);
}
