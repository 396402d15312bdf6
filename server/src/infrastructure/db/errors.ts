/** The same codes for both engines. */
export type DbErrorCode =
  | 'unique'
  | 'foreign-key'
  | 'check'
  | 'busy'
  | 'timeout'
  | 'disk-full'
  | 'serialization'
  | 'connection'
  | 'other'

export class DbError extends Error {
  override readonly name = 'DbError'
  readonly code: DbErrorCode
  constructor(code: DbErrorCode, cause: unknown) {
    super(`database: ${code}: ${messageOf(cause)}`, { cause })
    this.code = code
  }
}

/** A query has passed its deadline. */
export const queryTimeout = (deadlineMs: number): DbError =>
  new DbError('timeout', new Error(`the query took longer than ${String(deadlineMs)} ms`))

export function isDbError(error: unknown, code?: DbErrorCode): error is DbError {
  return error instanceof DbError && (code === undefined || error.code === code)
}

const sqlite: readonly [RegExp, DbErrorCode][] = [
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/, 'unique'],
  [/^SQLITE_CONSTRAINT_FOREIGNKEY$/, 'foreign-key'],
  [/^SQLITE_CONSTRAINT/, 'check'],
  [/^SQLITE_(BUSY|LOCKED)/, 'busy'],
  [/^SQLITE_FULL$/, 'disk-full'],
  [/^SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB|READONLY)/, 'connection'],
]
const postgres: readonly [RegExp, DbErrorCode][] = [
  [/^23505$/, 'unique'],
  [/^23503$/, 'foreign-key'],
  [/^23/, 'check'],
  // 53200: others hold all that the table of locks has room for.
  [/^(40001|40P01|53200)$/, 'serialization'],
  [/^57014$/, 'timeout'],
  [/^(55P03|53300)$/, 'busy'],
  [/^53100$/, 'disk-full'],
  // 25P03: the transaction was open and did nothing for too long.
  [/^(08|57P|25P03)/, 'connection'],
  [/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOSTUNREACH)/, 'connection'],
]

const messageOf = (cause: unknown) => (cause as { message?: string } | null)?.message ?? String(cause)

/** By the driver's code only: `instanceof` does not work for classes of another realm. */
export function toDbError(cause: unknown): unknown {
  if (cause instanceof DbError) return cause
  const { code } = (cause ?? {}) as { code?: unknown }
  if (typeof code === 'string') {
    for (const [pattern, name] of [...sqlite, ...postgres]) if (pattern.test(code)) return new DbError(name, cause)
    return new DbError('other', cause)
  }
  // pg reports a lost connection without a code.
  if (
    /connection (terminated|error)|is not queryable|timeout exceeded when trying to connect/i.test(messageOf(cause))
  ) {
    return new DbError('connection', cause)
  }
  return cause
}
