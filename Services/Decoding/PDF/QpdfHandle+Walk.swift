import CQpdf
import Glibc

/// The bounds of a walk through a file.
struct WalkBounds {
    /// Values of any kind in dictionaries and arrays.
    var values = 4_000_000
    /// Processor time in nanoseconds.
    var time: UInt64 = 10_000_000_000
}

enum WalkEnd {
    /// Everything reachable was visited.
    case whole
    /// The visitor stopped.
    case stopped
    /// A bound was reached.
    case bounded
}

extension QpdfHandle {
    /// A visited dictionary, perhaps a stream's.
    struct Stop {
        let dictionary: Object
        let keys: [Key]
        /// The stream of the dictionary.
        let stream: Object?
        /// Of the object; meaningful only for an indirect one.
        let generation: Int
    }

    /// Visits each dictionary that references lead to, once, whatever its number, generation and depth, and whatever
    /// object count the file states. Stops when `body` returns false.
    func walk(from start: Object, _ bounds: WalkBounds = WalkBounds(), _ body: (Stop) -> Bool) -> WalkEnd {
        var walk = Walk(pdf: self, bounds: bounds)
        return walk.run(from: start, body)
    }

    private struct Walk {
        let pdf: QpdfHandle
        let bounds: WalkBounds
        /// By number and generation.
        var seen: Set<UInt64> = []
        var values = 0
        var stops = 0
        /// A list instead of recursion, so that no depth exhausts the stack.
        var pending: [(object: Object, kind: qpdf_object_type_e)] = []

        mutating func run(from start: Object, _ body: (Stop) -> Bool) -> WalkEnd {
            let end = Self.processorTime() &+ bounds.time
            defer { for left in pending { pdf.release(left.object) } }
            take(start)
            while let next = pending.popLast() {
                defer { pdf.release(next.object) }
                switch next.kind {
                case ot_dictionary:
                    guard visit(next.object, of: nil, generation: pdf.generation(of: next.object), body) else { return .stopped }
                case ot_stream:
                    let dictionary = pdf.dictionary(of: next.object)
                    defer { pdf.release(dictionary) }
                    let generation = pdf.generation(of: next.object)
                    guard visit(dictionary, of: next.object, generation: generation, body) else { return .stopped }
                default: takeItems(of: next.object)
                }
                guard values <= bounds.values else { return .bounded }
                stops += 1
                guard !stops.isMultiple(of: 256) || Self.processorTime() < end else { return pending.isEmpty ? .whole : .bounded }
            }
            return .whole
        }

        private mutating func visit(_ dictionary: Object, of stream: Object?, generation: Int, _ body: (Stop) -> Bool) -> Bool {
            let keys = pdf.keys(of: dictionary)
            guard body(Stop(dictionary: dictionary, keys: keys, stream: stream, generation: generation)) else { return false }
            for key in keys {
                guard values <= bounds.values else { return true }
                take(pdf.value(key, in: dictionary))
            }
            return true
        }

        private mutating func takeItems(of array: Object) {
            for index in 0..<qpdf_oh_get_array_n_items(pdf.data, array) {
                guard values <= bounds.values else { return }
                take(qpdf_oh_get_array_item(pdf.data, array, index))
            }
        }

        /// Keeps an object that has more to visit, and releases any other.
        private mutating func take(_ object: Object) {
            values += 1
            let number = Int(qpdf_oh_get_object_id(pdf.data, object))
            let generation = number == 0 ? 0 : pdf.generation(of: object)
            guard number == 0 || seen.insert(UInt64(number) << 32 | UInt64(generation)).inserted else {
                return pdf.release(object)
            }
            switch qpdf_oh_get_type_code(pdf.data, object) {
            case let kind where kind == ot_dictionary || kind == ot_array || kind == ot_stream: pending.append((object, kind))
            case ot_null where generation != 0:
                // Nothing is there by this generation; a reader that does not mind it finds the object.
                pdf.release(object)
                take(pdf.object(number))
            default: pdf.release(object)
            }
        }

        /// In nanoseconds; the C library counts microseconds.
        private static func processorTime() -> UInt64 { UInt64(max(clock(), 0)) * 1000 }
    }
}
