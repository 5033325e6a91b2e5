// Plain arithmetic that cannot trap.
//
// Swift ends the process where an integer overflows, where `/` meets a zero, where `Int(x)` does not fit and where
// `a..<b` has its ends exchanged. A sender could cause each of these with a number. So in every target that handles bytes
// from outside, the operators below replace the standard library's: a declaration of the module shadows an imported one
// of the same form. A parser's sum or product, even with a forgotten check, then ends at the greatest or least number of
// its type, and every limit refuses that.
//
// - Sums, differences, products and quotients end at `max` or `min`. A division by zero is zero, and its remainder is the
//   dividend.
// - `Int(x)` and its like end at `max` or `min` too; not-a-number is zero. `Int(exactly:)` tells whether a number fits.
// - `a..<b` is empty where b is less than a. A closed range cannot be empty: write `a...b` for constants alone.
// - They are transparent, so that a build for debugging does not pay a call for each sum.
// - `&+`, `&-`, `&*`, `&<<` and `truncatingIfNeeded` wrap as ever, for digests and ciphers. Shifts of Swift never trap.
//
// The declarations are internal, and each of those targets has a link to this file: every file of a target gets them, and
// an app that imports `Shared` keeps the usual arithmetic. `deploy/check-numbers` enforces the links. Tests that import
// two such targets with `@testable` have the link too: otherwise the declarations of both would be ambiguous.

extension FixedWidthInteger {
    @_transparent
    fileprivate func saturatingSum(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    @_transparent
    fileprivate func saturatingDifference(_ other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        // Without a sign only too little can be left.
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    @_transparent
    fileprivate func saturatingProduct(_ other: Self) -> Self {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }

    @_transparent
    fileprivate func saturatingQuotient(_ other: Self) -> Self {
        // Only the least number by minus one is too large.
        let (quotient, overflow) = dividedReportingOverflow(by: other)
        return overflow ? (other == 0 ? 0 : .max) : quotient
    }

    @_transparent
    fileprivate func saturatingRemainder(_ other: Self) -> Self {
        let (remainder, overflow) = remainderReportingOverflow(dividingBy: other)
        return overflow ? (other == 0 ? self : 0) : remainder
    }

    @_transparent
    fileprivate init<Source: BinaryFloatingPoint>(saturating source: Source) {
        if let exact = Self(exactly: source.rounded(.towardZero)) {
            self = exact
        } else {
            self = source.isNaN ? 0 : source < 0 ? .min : .max
        }
    }
}

extension Int {
    @_transparent static func + (left: Self, right: Self) -> Self { left.saturatingSum(right) }
    @_transparent static func - (left: Self, right: Self) -> Self { left.saturatingDifference(right) }
    @_transparent static func * (left: Self, right: Self) -> Self { left.saturatingProduct(right) }
    @_transparent static func / (left: Self, right: Self) -> Self { left.saturatingQuotient(right) }
    @_transparent static func % (left: Self, right: Self) -> Self { left.saturatingRemainder(right) }
    @_transparent static func += (left: inout Self, right: Self) { left = left.saturatingSum(right) }
    @_transparent static func -= (left: inout Self, right: Self) { left = left.saturatingDifference(right) }
    @_transparent static func *= (left: inout Self, right: Self) { left = left.saturatingProduct(right) }
    @_transparent static func /= (left: inout Self, right: Self) { left = left.saturatingQuotient(right) }
    @_transparent static func %= (left: inout Self, right: Self) { left = left.saturatingRemainder(right) }
    @_transparent static prefix func - (number: Self) -> Self { (0 as Self).saturatingDifference(number) }
    @_transparent static func ..< (start: Self, end: Self) -> Range<Self> {
        unsafe Range(uncheckedBounds: (start, start < end ? end : start))
    }
    @_transparent init<Source: BinaryInteger>(_ source: Source) { self.init(clamping: source) }
    @_transparent init(_ source: Double) { self.init(saturating: source) }
    @_transparent init(_ source: Float) { self.init(saturating: source) }
}

extension Int64 {
    @_transparent static func + (left: Self, right: Self) -> Self { left.saturatingSum(right) }
    @_transparent static func - (left: Self, right: Self) -> Self { left.saturatingDifference(right) }
    @_transparent static func * (left: Self, right: Self) -> Self { left.saturatingProduct(right) }
    @_transparent static func / (left: Self, right: Self) -> Self { left.saturatingQuotient(right) }
    @_transparent static func % (left: Self, right: Self) -> Self { left.saturatingRemainder(right) }
    @_transparent static func += (left: inout Self, right: Self) { left = left.saturatingSum(right) }
    @_transparent static func -= (left: inout Self, right: Self) { left = left.saturatingDifference(right) }
    @_transparent static func *= (left: inout Self, right: Self) { left = left.saturatingProduct(right) }
    @_transparent static func /= (left: inout Self, right: Self) { left = left.saturatingQuotient(right) }
    @_transparent static func %= (left: inout Self, right: Self) { left = left.saturatingRemainder(right) }
    @_transparent static prefix func - (number: Self) -> Self { (0 as Self).saturatingDifference(number) }
    @_transparent static func ..< (start: Self, end: Self) -> Range<Self> {
        unsafe Range(uncheckedBounds: (start, start < end ? end : start))
    }
    @_transparent init<Source: BinaryInteger>(_ source: Source) { self.init(clamping: source) }
    @_transparent init(_ source: Double) { self.init(saturating: source) }
    @_transparent init(_ source: Float) { self.init(saturating: source) }
}

extension Int32 {
    @_transparent static func + (left: Self, right: Self) -> Self { left.saturatingSum(right) }
    @_transparent static func - (left: Self, right: Self) -> Self { left.saturatingDifference(right) }
    @_transparent static func * (left: Self, right: Self) -> Self { left.saturatingProduct(right) }
    @_transparent static func / (left: Self, right: Self) -> Self { left.saturatingQuotient(right) }
    @_transparent static func % (left: Self, right: Self) -> Self { left.saturatingRemainder(right) }
    @_transparent static func += (left: inout Self, right: Self) { left = left.saturatingSum(right) }
    @_transparent static func -= (left: inout Self, right: Self) { left = left.saturatingDifference(right) }
    @_transparent static func *= (left: inout Self, right: Self) { left = left.saturatingProduct(right) }
    @_transparent static func /= (left: inout Self, right: Self) { left = left.saturatingQuotient(right) }
    @_transparent static func %= (left: inout Self, right: Self) { left = left.saturatingRemainder(right) }
    @_transparent static prefix func - (number: Self) -> Self { (0 as Self).saturatingDifference(number) }
    @_transparent init<Source: BinaryInteger>(_ source: Source) { self.init(clamping: source) }
    @_transparent init(_ source: Double) { self.init(saturating: source) }
    @_transparent init(_ source: Float) { self.init(saturating: source) }
}

extension UInt64 {
    @_transparent static func + (left: Self, right: Self) -> Self { left.saturatingSum(right) }
    @_transparent static func - (left: Self, right: Self) -> Self { left.saturatingDifference(right) }
    @_transparent static func * (left: Self, right: Self) -> Self { left.saturatingProduct(right) }
    @_transparent static func / (left: Self, right: Self) -> Self { left.saturatingQuotient(right) }
    @_transparent static func % (left: Self, right: Self) -> Self { left.saturatingRemainder(right) }
    @_transparent static func += (left: inout Self, right: Self) { left = left.saturatingSum(right) }
    @_transparent static func -= (left: inout Self, right: Self) { left = left.saturatingDifference(right) }
    @_transparent static func *= (left: inout Self, right: Self) { left = left.saturatingProduct(right) }
    @_transparent static func /= (left: inout Self, right: Self) { left = left.saturatingQuotient(right) }
    @_transparent static func %= (left: inout Self, right: Self) { left = left.saturatingRemainder(right) }
    @_transparent init<Source: BinaryInteger>(_ source: Source) { self.init(clamping: source) }
    @_transparent init(_ source: Double) { self.init(saturating: source) }
    @_transparent init(_ source: Float) { self.init(saturating: source) }
}

extension UInt32 {
    @_transparent static func + (left: Self, right: Self) -> Self { left.saturatingSum(right) }
    @_transparent static func - (left: Self, right: Self) -> Self { left.saturatingDifference(right) }
    @_transparent static func * (left: Self, right: Self) -> Self { left.saturatingProduct(right) }
    @_transparent static func / (left: Self, right: Self) -> Self { left.saturatingQuotient(right) }
    @_transparent static func % (left: Self, right: Self) -> Self { left.saturatingRemainder(right) }
    @_transparent static func += (left: inout Self, right: Self) { left = left.saturatingSum(right) }
    @_transparent static func -= (left: inout Self, right: Self) { left = left.saturatingDifference(right) }
    @_transparent static func *= (left: inout Self, right: Self) { left = left.saturatingProduct(right) }
    @_transparent static func /= (left: inout Self, right: Self) { left = left.saturatingQuotient(right) }
    @_transparent static func %= (left: inout Self, right: Self) { left = left.saturatingRemainder(right) }
    @_transparent init<Source: BinaryInteger>(_ source: Source) { self.init(clamping: source) }
    @_transparent init(_ source: Double) { self.init(saturating: source) }
    @_transparent init(_ source: Float) { self.init(saturating: source) }
}

extension UInt16 {
    @_transparent static func + (left: Self, right: Self) -> Self { left.saturatingSum(right) }
    @_transparent static func - (left: Self, right: Self) -> Self { left.saturatingDifference(right) }
    @_transparent static func * (left: Self, right: Self) -> Self { left.saturatingProduct(right) }
    @_transparent static func / (left: Self, right: Self) -> Self { left.saturatingQuotient(right) }
    @_transparent static func % (left: Self, right: Self) -> Self { left.saturatingRemainder(right) }
    @_transparent static func += (left: inout Self, right: Self) { left = left.saturatingSum(right) }
    @_transparent static func -= (left: inout Self, right: Self) { left = left.saturatingDifference(right) }
    @_transparent static func *= (left: inout Self, right: Self) { left = left.saturatingProduct(right) }
    @_transparent static func /= (left: inout Self, right: Self) { left = left.saturatingQuotient(right) }
    @_transparent static func %= (left: inout Self, right: Self) { left = left.saturatingRemainder(right) }
    @_transparent init<Source: BinaryInteger>(_ source: Source) { self.init(clamping: source) }
    @_transparent init(_ source: Double) { self.init(saturating: source) }
    @_transparent init(_ source: Float) { self.init(saturating: source) }
}

extension UInt8 {
    @_transparent static func + (left: Self, right: Self) -> Self { left.saturatingSum(right) }
    @_transparent static func - (left: Self, right: Self) -> Self { left.saturatingDifference(right) }
    @_transparent static func * (left: Self, right: Self) -> Self { left.saturatingProduct(right) }
    @_transparent static func / (left: Self, right: Self) -> Self { left.saturatingQuotient(right) }
    @_transparent static func % (left: Self, right: Self) -> Self { left.saturatingRemainder(right) }
    @_transparent static func += (left: inout Self, right: Self) { left = left.saturatingSum(right) }
    @_transparent static func -= (left: inout Self, right: Self) { left = left.saturatingDifference(right) }
    @_transparent static func *= (left: inout Self, right: Self) { left = left.saturatingProduct(right) }
    @_transparent static func /= (left: inout Self, right: Self) { left = left.saturatingQuotient(right) }
    @_transparent static func %= (left: inout Self, right: Self) { left = left.saturatingRemainder(right) }
    @_transparent init<Source: BinaryInteger>(_ source: Source) { self.init(clamping: source) }
    @_transparent init(_ source: Double) { self.init(saturating: source) }
    @_transparent init(_ source: Float) { self.init(saturating: source) }
}
