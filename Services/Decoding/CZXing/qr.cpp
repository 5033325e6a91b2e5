#include "CZXing.h"

#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#include <string>
#include <vector>

int docket_qr_write(const uint8_t *text, size_t count, void (*take)(void *context, const uint8_t *squares, int side), void *context) {
    if (count == 0) {
        return -1;
    }
    try {
        // Of the library's levels, 0 to 8, this is M.
        const int level = 4;
        const auto writer = ZXing::MultiFormatWriter(ZXing::BarcodeFormat::QRCode).setEccLevel(level).setMargin(4);
        const auto matrix = writer.encode(std::string(reinterpret_cast<const char *>(text), count), 0, 0);
        std::vector<uint8_t> squares;
        squares.reserve(static_cast<size_t>(matrix.width()) * matrix.height());
        for (int y = 0; y < matrix.height(); y++) {
            for (int x = 0; x < matrix.width(); x++) {
                squares.push_back(matrix.get(x, y) ? 1 : 0);
            }
        }
        take(context, squares.data(), matrix.width());
        return matrix.width();
    } catch (...) {
        return -1;
    }
}
