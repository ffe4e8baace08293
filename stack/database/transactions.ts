import { firstWord, type Statement, splitStatements } from './statements.ts'

/** Statements that end the transaction around a migration, or that PostgreSQL refuses inside of one. */
const forbidden: [pattern: RegExp, reason: string][] = [
  [
    /^(begin|start transaction|commit|end|rollback|abort|savepoint|release|prepare transaction)\b/i,
    'controls the transaction, and a failure after it would leave half of the migration behind: remove it'
  ],
  [/^(create|drop)\s+(unique\s+)?index\s+concurrently\b/i, 'cannot run in a transaction: leave out `concurrently`'],
  [/^reindex\b[\s\S]*\bconcurrently\b/i, 'cannot run in a transaction: leave out `concurrently`'],
  [/^alter\s+table\b[\s\S]*\bdetach\s+partition\b[\s\S]*\bconcurrently\b/i, 'cannot run in a transaction'],
  [/^(vacuum|reindex\s+(database|system|schema))\b/i, 'cannot run in a transaction: leave it to the operator'],
  [/^cluster\s*(verbose)?\s*$/i, 'cannot run in a transaction: name the table'],
  [
    /^(create|drop)\s+(database|tablespace|subscription)\b/i,
    'cannot run in a transaction, and is not the schema of a firm'
  ],
  [/^alter\s+system\b/i, 'cannot run in a transaction, and changes the whole server'],
  [/^discard\s+all\b/i, 'cannot run in a transaction'],
  [/^\\/, 'is a command of psql, which no migration may use']
]

/**
 * Finds the first statement that a migration may not have, because each migration is applied in one transaction: as a whole or
 * not at all.
 */
export function unfitStatement(sql: string): { statement: Statement; start: string; reason: string } | null {
  for (const statement of splitStatements(sql)) {
    const bare = statement.text.slice(firstWord(statement) - statement.offset)
    const found = forbidden.find(([pattern]) => pattern.test(bare))
    if (found) return { statement, start: bare.split('\n', 1)[0]?.slice(0, 80) ?? '', reason: found[1] }
  }
  return null
}
