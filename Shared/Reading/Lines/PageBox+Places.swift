/// How two places of a page lie to each other.
extension PageBox {
    var height: Int { bottom - top }
    var width: Int { right - left }
    var middle: Int { (top + bottom) / 2 }

    /// Whether both stand in one row: at least half of the lower one's height is common.
    func sharesRow(with other: PageBox) -> Bool {
        let common = min(bottom, other.bottom) - max(top, other.top)
        return common * 2 >= max(1, min(height, other.height))
    }

    /// Whether one stands above or below the other.
    func sharesColumn(with other: PageBox) -> Bool {
        min(right, other.right) > max(left, other.left)
    }
}
