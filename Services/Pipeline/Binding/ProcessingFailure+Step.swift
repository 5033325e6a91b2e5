import BlobStore
import Domain
import Jail
public import PagePDF
public import Shared

extension ProcessingFailure {
    /// An error that prevented a step, in the words of its own module if it has any.
    public init(of step: String, _ error: any Error) {
        switch error {
        case let failure as ProcessingFailure: self = failure
        case let error as JailError: self.init(error)
        case let error as BlobError: self.init(error)
        case let error as StoreError: self.init(error)
        case let fault as EventFault:
            self.init(code: fault.code, isRetriable: false, description: fault.description)
        case let fault as BindingFault: self.init(fault)
        case let error as NoProcessor:
            self.init(code: error.code, isRetriable: error.isRetriable, description: error.description)
        default:
            self.init(
                code: "\(step).failed", isRetriable: true, description: "The step could not be finished.",
                detail: String(describing: error))
        }
    }

    /// Pages that were not bound. The same pages will never be.
    public init(_ fault: BindingFault) {
        self.init(code: fault.code, isRetriable: false, description: fault.description, detail: fault.detail)
    }
}
