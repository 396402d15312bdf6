import Sqlite from 'better-sqlite3'

/** Texts of all SQLite statements that this thread prepares while `work` runs, for the first time on a connection. */
export async function mainThreadStatements(work: () => Promise<unknown>): Promise<string[]> {
  const found = new Set<string>()
  const original = Object.getOwnPropertyDescriptor(Sqlite.prototype, 'prepare')!
  Object.defineProperty(Sqlite.prototype, 'prepare', {
    ...original,
    value(this: Sqlite.Database, text: string): unknown {
      found.add(text)
      return Reflect.apply(original.value as () => unknown, this, [text])
    },
  })
  try {
    await work()
  } finally {
    Object.defineProperty(Sqlite.prototype, 'prepare', original)
  }
  return [...found]
}
