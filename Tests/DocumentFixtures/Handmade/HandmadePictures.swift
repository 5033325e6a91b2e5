/// Pictures written byte by byte: headers that are right, headers that lie, and parts that no encoder would write.
///
/// What is compressed in them is noise, unless it is said otherwise: only their structure is of interest.
enum HandmadePictures {
    static var all: [CorpusFile] { jpegs + pngs + gifs + webps + tiffs + heifs }
}

extension [UInt8] {
    /// Another number in place of each one of 4 bytes, little-endian.
    func replacing(_ old: Int, with new: Int) -> [UInt8] {
        var copy = self
        var index = 0
        while index + 4 <= copy.count {
            if Array(copy[index..<index + 4]) == little(old, 4) {
                copy.replaceSubrange(index..<index + 4, with: little(new, 4))
                index += 4
            } else {
                index += 1
            }
        }
        return copy
    }
}
