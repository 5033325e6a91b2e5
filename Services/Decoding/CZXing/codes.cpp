// `text()` of a result is not used; without this its header has a remark on it.
#define ZX_USE_UTF8 1

#include "CZXing.h"

#include <ZXing/ReadBarcode.h>
#include <ZXing/ZXVersion.h>
#include <algorithm>

#define DOCKET_TEXT_OF(value) #value
#define DOCKET_VERSION(major, minor, patch) DOCKET_TEXT_OF(major) "." DOCKET_TEXT_OF(minor) "." DOCKET_TEXT_OF(patch)

using ZXing::BarcodeFormat;

namespace {

// Codabar and the data bars have so little in them to check that dense print is taken for them.
const ZXing::BarcodeFormats wanted = BarcodeFormat::QRCode | BarcodeFormat::MicroQRCode | BarcodeFormat::DataMatrix |
                                     BarcodeFormat::Aztec | BarcodeFormat::PDF417 | BarcodeFormat::Code128 |
                                     BarcodeFormat::Code39 | BarcodeFormat::Code93 | BarcodeFormat::EAN8 |
                                     BarcodeFormat::EAN13 | BarcodeFormat::UPCA | BarcodeFormat::UPCE;

DocketCodeFormat format_of(BarcodeFormat format) {
    switch (format) {
    case BarcodeFormat::QRCode: return DOCKET_CODE_QR;
    case BarcodeFormat::MicroQRCode: return DOCKET_CODE_MICRO_QR;
    case BarcodeFormat::DataMatrix: return DOCKET_CODE_DATA_MATRIX;
    case BarcodeFormat::Aztec: return DOCKET_CODE_AZTEC;
    case BarcodeFormat::PDF417: return DOCKET_CODE_PDF417;
    case BarcodeFormat::Code128: return DOCKET_CODE_128;
    case BarcodeFormat::Code39: return DOCKET_CODE_39;
    case BarcodeFormat::EAN8:
    case BarcodeFormat::EAN13:
    case BarcodeFormat::UPCA:
    case BarcodeFormat::UPCE: return DOCKET_CODE_EAN;
    default: return DOCKET_CODE_OTHER;
    }
}

} // namespace

int docket_codes_read(const uint8_t *grey, int width, int height, int bytes_per_line, int maximum,
                      void (*take)(void *context, const DocketCode *code), void *context) {
    try {
        ZXing::DecodeHints hints;
        hints.setFormats(wanted).setMaxNumberOfSymbols(static_cast<uint8_t>(std::clamp(maximum, 0, 255)));
        const ZXing::ImageView view(grey, width, height, ZXing::ImageFormat::Lum, bytes_per_line);
        for (const auto &result : ZXing::ReadBarcodes(view, hints)) {
            const auto &bytes = result.bytes();
            if (!result.isValid() || bytes.empty()) {
                continue;
            }
            const auto &corners = result.position();
            const auto [left, right] = std::minmax_element(corners.begin(), corners.end(), [](auto a, auto b) { return a.x < b.x; });
            const auto [top, bottom] = std::minmax_element(corners.begin(), corners.end(), [](auto a, auto b) { return a.y < b.y; });
            const DocketCode code = {format_of(result.format()), bytes.data(), bytes.size(), left->x, top->y, right->x, bottom->y};
            take(context, &code);
        }
        return 0;
    } catch (...) {
        return -1;
    }
}

const char *docket_codes_version(void) {
    return DOCKET_VERSION(ZXING_VERSION_MAJOR, ZXING_VERSION_MINOR, ZXING_VERSION_PATCH);
}
