import GRDB

extension Store {
  /// Every row but those of runs and of how files lie on the disk, as text: equal for two stores that hold
  /// the same.
  ///
  /// - Returns: `table: column=value, ...` in the order of the tables' names and keys.
  package func contents() throws -> [String] {
    try read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master
          WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
          AND name NOT IN ('run', 'result_change', 'settled') ORDER BY name
          """)
      return try tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { row in
          "\(table): " + row.map { "\($0)=\($1)" }.joined(separator: ", ")
        }.sorted()
      }
    }
  }
}
