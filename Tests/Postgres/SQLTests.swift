import Testing

@testable import Postgres

@Suite struct SQLTests {
    @Test func interpolationBindsAndNeverSplices() {
        let name = "'; drop table x; --"
        let sql: SQL = "select * from people where name = \(name) and age > \(30)"
        #expect(sql.text == "select * from people where name = $1 and age > $2")
        #expect(sql.parameters.map(\.type) == [.text, .int8])
        #expect(sql.parameters[0].bytes == Array(name.utf8))
        #expect(!"\(sql)".contains("drop"))
    }

    @Test func fragmentsKeepTheirParametersInOrder() {
        let conditions: [SQL] = ["a = \(1)", "b = \("two")", "c is null"]
        let sql: SQL = "select \(0) from t where \(SQL.joined(conditions, separator: " and ")) limit \(9)"
        #expect(sql.text == "select $1 from t where a = $2 and b = $3 and c is null limit $4")
        #expect(sql.parameters.count == 4)
    }

    @Test func anOptionalWithAValueIsStoredAsThatValue() {
        let present: String? = "there"
        let sql: SQL = "select \(present)"
        #expect(sql.parameters[0].bytes == Array("there".utf8))
        #expect(sql.parameters[0].type == .text)
    }

    @Test func rawTextIsSplicedAndOptionalsBecomeNull() {
        let missing: String? = nil
        let sql: SQL = "select \(raw: "now()"), \(missing)"
        #expect(sql.text == "select now(), $1")
        #expect(sql.parameters[0].bytes == nil)
        #expect(sql.parameters[0].type == .text)
    }

    @Test func appendingJoinsTheSeam() {
        let sql = ("select \(1)" as SQL) + " as a, " + "\(2) as b"
        #expect(sql.text == "select $1 as a, $2 as b")
    }
}
