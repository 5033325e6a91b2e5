public import IntakeClient

/// A picker that gives what it was told to, one outcome after another, the last one again and again: for tests and previews of screens.
public actor PickerDouble: FilePicker {
    private var outcomes: [PickerOutcome]
    /// How often somebody chose.
    public private(set) var picks = 0

    public init(_ first: PickerOutcome, _ next: PickerOutcome...) { outcomes = [first] + next }

    public func pick() -> PickerOutcome {
        picks += 1
        return outcomes.count > 1 ? outcomes.removeFirst() : outcomes[0]
    }
}
