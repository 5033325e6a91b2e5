import LoadTest
import Shared
import Testing

@testable import DocketCLI

@Suite struct DemoPictureTests {
    let upright = CornerPicture.make(width: 120, height: 160, seed: 1)

    @Test func cornersTellWhichWayIsUp() {
        #expect(CornerPicture.fault(in: upright) == nil)
        let turned = upright.rotatedCounterClockwise()
        #expect(turned.width == 160 && turned.height == 120)
        #expect(CornerPicture.fault(in: turned)?.contains("top left") == true)
        let once = turned.rotatedCounterClockwise().rotatedCounterClockwise().rotatedCounterClockwise()
        #expect(once == upright)
    }

    @Test func turningGoesTheRightWay() {
        // What was at the top right comes to the top left.
        let turned = upright.rotatedCounterClockwise()
        #expect(turned[0, 0] == CornerPicture.green)
        #expect(turned[0, turned.height - 1] == CornerPicture.red)
    }

    @Test func seedsMakeDifferentPictures() {
        let other = CornerPicture.make(width: 120, height: 160, seed: 2)
        #expect(other != upright)
        #expect(CornerPicture.fault(in: other) == nil)
        #expect(upright.meanDifference(from: upright) == 0)
        #expect(upright.meanDifference(from: other).map { $0 > 0 } == true)
        #expect(upright.meanDifference(from: upright.rotatedCounterClockwise()) == nil)
    }

    @Test func portablePixmapsAreReadBack() {
        #expect(Pixmap(portable: upright.portable) == upright)
        #expect(Pixmap(portable: Array("P6\n# comment\n1 1\n255\n".utf8) + [1, 2, 3])?[0, 0] == .init(red: 1, green: 2, blue: 3))
        #expect(Pixmap(portable: Array("P5\n1 1\n255\n".utf8) + [1, 2, 3]) == nil)
        #expect(Pixmap(portable: Array("P6\n2 2\n255\n".utf8) + [1, 2, 3]) == nil)
        #expect(Pixmap(portable: []) == nil)
    }

    /// SOI, APP0, SOS, EOI.
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9]

    @Test func exifIsAddedAndFound() throws {
        #expect(JPEGMetadata.personalSegments(of: jpeg) == [])
        let tagged = try #require(JPEGMetadata.addingEXIF(orientation: 6, to: jpeg))
        #expect(JPEGMetadata.personalSegments(of: tagged) == ["EXIF"])
        #expect(JPEGMetadata.segments(of: tagged)?.map(\.marker) == [0xE1, 0xE0])
        #expect(tagged.suffix(jpeg.count - 2).elementsEqual(jpeg.dropFirst(2)))
        // The orientation's value in the second entry of the first directory.
        let entry = try #require(tagged.indices.first { tagged[$0...].starts(with: [0x01, 0x12, 0, 3, 0, 0, 0, 1]) })
        #expect(tagged[(entry + 8)...].starts(with: [0, 6]))
    }

    @Test func brokenJPEGsAreNoJPEGs() {
        #expect(JPEGMetadata.segments(of: []) == nil)
        #expect(JPEGMetadata.segments(of: [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 1]) == nil)
        #expect(JPEGMetadata.addingEXIF(orientation: 6, to: [1, 2, 3]) == nil)
        #expect(JPEGMetadata.personalSegments(of: Array(jpeg[..<8]) + Array("secret".utf8) + Array(jpeg[8...])) == nil)
    }

    @Test func thePDFsOffsetsPointAtItsObjects() throws {
        let photo = PlainPDF.Picture(jpeg: jpeg, width: 120, height: 160)
        let file = PlainPDF.make([photo, photo])
        let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.contains { $0.contains("/Count 2") })
        // The table's head, the number of entries, and the entry of the free list stand in front of the objects.
        let table = try #require(lines.firstIndex(of: "xref"))
        #expect(lines[table + 1] == "0 9")
        for object in 1...8 {
            let offset = try #require(Int(lines[table + 2 + object].prefix(10)))
            #expect(file[offset...].starts(with: Array("\(object) 0 obj".utf8)))
        }
    }
}
