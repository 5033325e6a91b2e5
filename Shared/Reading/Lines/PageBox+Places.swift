/// The relative places of two boxes.
extension PageBox {
    var height: Int { bottom - top }
    var width: Int { right - left }
    var middle: Int { (top + bottom) / 2 }

    /// Whether both are in one row: at least half of the lower one's height overlaps.
    func sharesRow(with other: PageBox) -> Bool {
        let common = min(bottom, other.bottom) - max(top, other.top)
        return common * 2 >= max(1, min(height, other.height))
    }

    /// Whether one is above or below the other.
    func sharesColumn(with other: PageBox) -> Bool {
        min(right, other.right) > max(left, other.left)
    }
}
