public import CommandLine
public import Domain
public import Shared

/// Names and ids of the domain as values of options and arguments.
extension Name: ArgumentValue {
    public static var completion: Completion { .none }

    public init(argument: String) throws(InvalidValue) {
        guard let name = Self(rawValue: argument) else { throw InvalidValue(expected: "a name of a–z 0–9 . _ -") }
        self = name
    }
}

extension Identifier: ArgumentValue {
    public static var completion: Completion { .none }

    public init(argument: String) throws(InvalidValue) {
        guard let id = Self(argument) else {
            throw InvalidValue(expected: "an id such as 0198a2f4-5b1c-7d3e-8f90-112233445566")
        }
        self = id
    }
}

extension CalendarDate: ArgumentValue {
    public static var completion: Completion { .none }

    public init(argument: String) throws(InvalidValue) {
        guard let date = Self(argument) else { throw InvalidValue(expected: "a date such as 2026-10-31") }
        self = date
    }
}

extension SubmissionState: ArgumentValue {}

extension DeliveryState: ArgumentValue {}
