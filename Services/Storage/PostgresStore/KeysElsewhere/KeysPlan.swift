internal import FoundationEssentials

/// What is to be done so that the keys are where they are asked for.
enum KeysPlan: Equatable {
    case nothing
    /// The keys are there: reach them.
    case connect(UUID)
    /// The keys are here: move them.
    case move(UUID)

    /// The database of the submissions.
    struct Ours {
        /// Nil where nobody has asked for another database yet.
        let id: UUID?
        /// Whether its keys are foreign tables.
        let isElsewhere: Bool
        /// Whether these lead to the address that is asked for.
        let isAtAddress: Bool
        /// Whether these lead nowhere, for nobody has a password: so rows are restored, and so a copy is cut off from the keys.
        let isCutOff: Bool
    }

    /// The database that the keys are asked for in.
    struct Theirs {
        let id: UUID?
        let isEmpty: Bool
        /// Whether a Docket's submissions are in it.
        let hasDocuments: Bool
    }

    static func decide(_ ours: Ours, _ theirs: Theirs, taking: Bool) throws(KeysElsewhereRefusal) -> KeysPlan {
        guard !theirs.hasDocuments else { throw .isOfDocuments }
        if let id = ours.id, id == theirs.id {
            guard ours.isElsewhere else { return .move(id) }
            if !taking {
                // The installation that the rows are of may be running, with the same id: each would delete keys that the other needs.
                guard !ours.isCutOff else { throw .isRestored }
                return ours.isAtAddress ? .nothing : .connect(id)
            }
        }
        // Another id each time: whoever had these keys before is told that they are another one's now.
        if taking { return ours.isElsewhere ? .connect(UUID()) : .move(UUID()) }
        guard theirs.id == nil, theirs.isEmpty else { throw .isOfOthers }
        guard !ours.isElsewhere else { throw .isEmpty }
        // Never an id of before: a database that a broken-off move has left behind would pass for this one.
        return .move(UUID())
    }
}

/// Why the keys were not put there: somebody has to decide, or to change something, first.
public enum KeysElsewhereRefusal: Error, Equatable, CustomStringConvertible {
    case isOfDocuments
    case isOfOthers
    case isRestored
    case isEmpty
    case isDifferent(keys: Int, salts: Int)
    case noRight(String)
    case serverCannotReach(String)
    case serverReachesAnother

    public var description: String {
        switch self {
        case .isOfDocuments: "the database has a Docket's submissions: a copy of it would have the keys with them"
        case .isOfOthers: "the database has keys that are not known to be of these submissions"
        case .isRestored:
            "these rows were restored or copied, and the installation that they are of may still use the keys"
        case .isEmpty: "the keys of these submissions are in another database already, and this one has none"
        case .isDifferent(let keys, let salts): "\(keys) keys and \(salts) salts of the log differ from those that are there"
        case .noRight(let detail): "Postgres does not allow it (\(detail))"
        case .serverCannotReach(let detail): "the server of the submissions cannot reach the database of the keys (\(detail))"
        case .serverReachesAnother:
            "the server of the submissions reaches another database by this address than this command does"
        }
    }

    private var whatTakingDoes: String {
        "Another installation that uses them is not ready from then on, and what is erased here cannot be read there. For a trial "
            + "beside it, name a copy of the database of the keys in DOCKET_KEYS_URL."
    }

    /// What a person can do.
    public var advice: String {
        switch self {
        case .isOfDocuments: "Name an empty database in DOCKET_KEYS_URL, best of another server with backups of its own."
        case .isOfOthers:
            "Name another database in DOCKET_KEYS_URL. If the keys are of these submissions (the rows are from before the keys were "
                + "moved, or restored), `docket migrate --take-keys` takes them. \(whatTakingDoes)"
        case .isRestored: "`docket migrate --take-keys` takes the keys. \(whatTakingDoes)"
        case .isEmpty:
            "Name the database that has them in DOCKET_KEYS_URL, or restore it. If they are lost for good, `docket migrate --take-keys` "
                + "goes on without them: what they sealed stays unreadable."
        case .isDifferent:
            "The keys there are of another installation: name another database. Or these rows were restored, and services have run on "
                + "them: restore them once more, and take the keys before services start."
        case .noRight:
            "As a superuser: `create extension if not exists postgres_fdw; grant usage on foreign data wrapper postgres_fdw to ROLE`, "
                + "with the role of DATABASE_URL; and let the role of DOCKET_KEYS_URL create a schema in its database."
        case .serverCannotReach:
            "The address in DOCKET_KEYS_URL has to lead there from the server of DATABASE_URL, too, with a password in it."
        case .serverReachesAnother: "Name the server of the keys by an address that means the same everywhere."
        }
    }
}
