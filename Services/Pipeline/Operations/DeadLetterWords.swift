package import Domain
import Shared

/// Dead letters in words.
package enum DeadLetterWords {
    /// The name of a dead letter: an event's id, or a record's number.
    package static func name(_ letter: DeadLetter) -> String {
        switch letter {
        case .event(let item): item.key.eventID.description
        case .record(let record): "\(record.number)"
        }
    }

    /// The effect of a retry.
    package static func words(_ letter: DeadLetter) -> String {
        switch letter {
        case .event(let item): words(item.retry, item)
        case .record(let record): words(record.retry, record.notice.stage)
        }
    }

    private static func words(_ retry: ParkedItem.Retry, _ item: ParkedItem) -> String {
        switch retry {
        case .submit(let version):
            "hands the failed submission in again (version \(version)), and validation begins anew"
        case .tryAgain: "lets \(item.key.stage.rawValue) try the event again at once, with all of its attempts"
        case .nothing(let state?): "changes nothing: the submission has moved on, and is \(state.rawValue); discard it"
        case .nothing(nil): "changes nothing: the submission is gone; discard it"
        }
    }

    private static func words(_ retry: DeadRecord.Retry, _ stage: Stage) -> String {
        switch retry {
        case .tryEvent(let event): "lets \(stage.rawValue) try the event \(event), which can be read and is in the log by now"
        case .nothing(.unreadable(let fault)): "changes nothing: this version cannot read it either (\(fault.code)); discard it"
        case .nothing(.foreign(let type)):
            "changes nothing: \(stage.rawValue) does not work on \(EventWords.shortType(type.rawValue)); discard it"
        case .nothing(.unknown(let submission)):
            "changes nothing: the database has no such event of submission \(submission); discard it"
        case .nothing(.taken(let event)):
            "changes nothing: \(stage.rawValue) has had the event \(event) meanwhile; discard it"
        }
    }
}
