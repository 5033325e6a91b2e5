/// What a stage allows to run.
enum RunMode: Hashable, CaseIterable {
    /// Items start beside each other.
    case together
    /// One item runs, and nothing starts beside it.
    case alone
    /// An operator has paused the stage: nothing starts.
    case held
    /// The stage was paused while an item ran alone, which continues.
    case heldAlone
    /// Nothing starts any more.
    case stopping

    enum Event: CaseIterable {
        /// An item begins to run alone.
        case beganAlone
        /// Nothing runs.
        case cleared
        case held
        case released
        case stopped
    }

    var isHeld: Bool { self == .held || self == .heldAlone }

    func after(_ event: Event) -> RunMode {
        switch (self, event) {
        case (.stopping, _), (_, .stopped): .stopping
        case (.together, .beganAlone), (.heldAlone, .released): .alone
        case (.alone, .cleared), (.held, .released): .together
        case (.together, .held), (.heldAlone, .cleared): .held
        case (.alone, .held), (.held, .beganAlone): .heldAlone
        default: self
        }
    }
}
