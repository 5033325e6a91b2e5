#if canImport(Darwin)
    internal import Foundation

    /// The time zones of this system.
    enum SystemTimeZones {
        static func rules(named name: String) -> (any OffsetRules)? { TimeZone(identifier: name) }
    }

    extension TimeZone: OffsetRules {
        func secondsFromUTC(at secondsSinceEpoch: Int64) -> Int {
            secondsFromGMT(for: Date(timeIntervalSince1970: Double(secondsSinceEpoch)))
        }
    }
#else
    internal import FoundationEssentials

    /// The time zones of this system, one file each.
    enum SystemTimeZones {
        private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]
        /// In bytes. The longest existing file has less than 4 KB.
        private static let maximumLength = 64 * 1024

        static func rules(named name: String) -> (any OffsetRules)? {
            guard isName(name) else { return nil }
            for folder in folders {
                let path = "\(folder)/\(name)"
                guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                    attributes[.type] as? FileAttributeType != .typeDirectory,
                    let data = try? Data(contentsOf: URL(filePath: path), options: .uncached), data.count <= maximumLength
                else { continue }
                return ZoneRules(tzif: Array(data))
            }
            return nil
        }

        /// Parts of letters, digits and `_ - +` between slashes, so that no name leads out of the folder. (`right/`
        /// counts leap seconds, which Docket does not use.)
        private static func isName(_ name: String) -> Bool {
            guard name.utf8.count <= 64, !name.hasPrefix("right/"), !name.hasPrefix("posix/") else { return false }
            return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.isLetterOrDigit || "_-+".utf8.contains($0) }
            }
        }
    }
#endif
