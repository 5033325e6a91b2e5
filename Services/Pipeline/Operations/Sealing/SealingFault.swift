import BlobStore
import Sealing

/// Tells what is wrong with one submission from what is wrong with the installation.
enum SealingFault {
    /// Nil for what would keep every other submission from being sealed, too. Names no digest.
    static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as BlobError:
            switch error.code {
            case .notFound: "a file that it refers to is not in the store, neither as it came nor sealed"
            case .damaged: "a file in the store is not what was stored: it was changed, cut or exchanged"
            case .inputOutput: "the store could not read or write a file of it"
            case .storageFull, .unavailable, .keysUnavailable, .keyProviderUnavailable, .unknownKey: nil
            }
        case let error as SealingError:
            switch error.code {
            case .gone, .damaged, .unknownKey: error.description
            case .unavailable, .databaseUnavailable: nil
            }
        default: nil
        }
    }
}
