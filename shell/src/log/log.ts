import type { LogApi } from '@holdall/section'

interface LogEntry {
  readonly level: 'warn' | 'error'
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly message: string
  readonly detail: unknown
}

export interface ShellLog extends LogApi {
  /** The latest, oldest first. */
  entries(): readonly LogEntry[]
}

const MAX_ENTRIES = 200

/** Writes to the console and keeps the latest entries for support. */
export function createLog(sink: Pick<Console, 'warn' | 'error'> = console): ShellLog {
  const kept: LogEntry[] = []
  const write = (level: LogEntry['level'], message: string, detail: unknown) => {
    kept.push({ level, at: new Date().toISOString(), message, detail })
    if (kept.length > MAX_ENTRIES) kept.shift()
    if (detail === undefined) sink[level](message)
    else sink[level](message, detail)
  }
  return {
    warn: (message, detail) => {
      write('warn', message, detail)
    },
    error: (message, detail) => {
      write('error', message, detail)
    },
    entries: () => [...kept],
  }
}
