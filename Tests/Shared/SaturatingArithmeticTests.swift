import Testing

@testable import Shared

/// What stands in for the standard library's arithmetic where bytes from outside are handled.
@Suite struct SaturatingArithmeticTests {
    @Test func sumsAndDifferencesEndAtTheEndsOfTheirType() {
        let (most, least) = (Int.max, Int.min)
        #expect(most + 1 == .max && least + -1 == .min && most - -1 == .max && least - 1 == .min)
        #expect(UInt8(250) + 10 == 255 && UInt8(3) - 4 == 0 && UInt64.max + 1 == .max && UInt32(0) - 1 == 0)
        #expect(-least == .max && -Int32.min == .max)
        #expect([most, 1].reduce(0, +) == .max)
        #expect(2 + 3 == 5 && 2 - 3 == -1)
    }

    @Test func productsEndOnTheSideOfTheirSign() {
        let (most, least) = (Int64.max, Int64.min)
        #expect(most * 2 == .max && most * -2 == .min && least * 2 == .min && least * -2 == .max)
        #expect(UInt16(1000) * 1000 == .max)
        #expect(-6 * 7 == -42)
    }

    @Test func divisionsByZeroAreZeroAndLeaveAll() {
        let nothing = Int.random(in: 0...0)
        #expect(7 / nothing == 0 && 7 % nothing == 7)
        #expect(Int.min / (nothing - 1) == .max && Int.min % (nothing - 1) == 0)
        #expect(-7 / 2 == -3 && -7 % 2 == -1)
    }

    @Test func assignmentsDoTheSame() {
        var number = Int.max
        number += 1
        #expect(number == .max)
        number *= -2
        #expect(number == .min)
        number -= 1
        #expect(number == .min)
        number /= 0
        #expect(number == 0)
        number %= 0
        #expect(number == 0)
    }

    @Test func whatDoesNotFitIsTheNearestNumberThatDoes() {
        #expect(Int(UInt64.max) == .max && UInt8(-1 as Int) == 0 && UInt8(256 as Int) == 255 && Int32(Int64.min) == .min)
        #expect(UInt64(-5 as Int) == 0 && UInt32(7 as Int) == 7)
        #expect(Int(1e300) == .max && Int(-1e300) == .min && Int(Double.nan) == 0 && Int(Double.infinity) == .max)
        #expect(Int(2.9) == 2 && Int(-2.9) == -2 && UInt8(Float(300)) == 255)
        #expect(converted(UInt64.max) == .max)
    }

    private func converted(_ number: some BinaryInteger) -> Int { Int(number) }

    @Test func aRangeWhoseEndsAreExchangedIsEmpty() {
        let (start, end) = (5, Int.random(in: 2...2))
        #expect((start..<end).isEmpty && (start..<end).lowerBound == 5)
        #expect((Int64(start)..<Int64(end)).isEmpty)
        #expect(Array(end..<start) == [2, 3, 4])
    }
}
