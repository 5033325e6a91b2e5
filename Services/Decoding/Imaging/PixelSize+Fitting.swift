import Shared

extension PixelSize {
    var count: Int { width * height }

    var turned: PixelSize { PixelSize(width: height, height: width) }

    /// No side is longer than this, and none is zero. Never enlarged.
    func fitted(longestSide: Int) -> PixelSize { fitted(into: PixelSize(width: longestSide, height: longestSide)) }

    /// As large as it fits into the box, by its proportions; no side is zero. Never enlarged.
    ///
    /// Sizes are within an `ImageBudget`: their products do not overflow.
    func fitted(into box: PixelSize) -> PixelSize {
        guard width > box.width || height > box.height else { return self }
        if width * box.height >= height * box.width {
            return PixelSize(width: box.width, height: max(1, (height * box.width + width / 2) / width))
        }
        return PixelSize(width: max(1, (width * box.height + height / 2) / height), height: box.height)
    }

    /// One pixel in how many, across and down, a JPEG's decoder makes (libjpeg has 1, 2, 4 and 8). Enough are left for the fitted
    /// size to be as sharp as if all were made.
    func shrinkWhileDecoding(toFit box: PixelSize) -> Int {
        let fit = fitted(into: box)
        func isEnough(_ side: Int, for fitted: Int) -> Bool { side * 5 >= fitted * 6 }
        return [8, 4, 2].first { isEnough(width / $0, for: fit.width) && isEnough(height / $0, for: fit.height) } ?? 1
    }
}
