public import IntakeClient

/// A picker with given outcomes, one after another, of which the last repeats: for tests and previews of screens.
public actor PickerDouble: FilePicker {
    private var outcomes: [PickerOutcome]
    /// The number of choices.
    public private(set) var picks = 0

    public init(_ first: PickerOutcome, _ next: PickerOutcome...) { outcomes = [first] + next }

    public func pick() -> PickerOutcome {
        picks += 1
        return outcomes.count > 1 ? outcomes.removeFirst() : outcomes[0]
    }
}
