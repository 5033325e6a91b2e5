import Testing

@testable import NotificationService

@Suite struct BackOffTests {
    @Test func waitsDoubleUpToTheLongestAndBeginAnewAfterTheTrouble() {
        var backOff = BackOff(from: .milliseconds(100), to: .milliseconds(300))
        #expect(backOff.isNew)
        let (idle, waits) = (backOff.end(), (1...4).map { _ in backOff.next() })
        #expect(!idle)
        #expect(waits == [.milliseconds(100), .milliseconds(200), .milliseconds(300), .milliseconds(300)])
        #expect(!backOff.isNew)
        let wasTrouble = backOff.end()
        #expect(wasTrouble && backOff.isNew && backOff.next() == .milliseconds(100))
    }
}
