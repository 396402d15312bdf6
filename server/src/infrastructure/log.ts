import { hostname } from 'node:os'
import pino, { type Logger } from 'pino'
import { logText } from './log-text.ts'

export type Log = Logger

export interface LogDestination {
  write(line: string): void
}

export type LogFormat = 'json' | 'text'

/**
 * Writes to stderr asynchronously, several lines at a time. When nothing reads them, lines beyond `maxLength` are lost
 * and requests are still answered. Buffered lines are written when the process ends.
 */
const stderr = () =>
  pino.destination({ dest: 2, sync: false, minLength: 4096, maxLength: 4_194_304, periodicFlush: 200 })

/** The same lines as text for people, in the same destination. */
function inText(destination: ReturnType<typeof stderr>) {
  return {
    write: (line: string) => void destination.write(logText(line)),
    flush: (done?: (error?: Error) => void) => destination.flush(done),
    flushSync: () => destination.flushSync(),
  }
}

function destinationOf(format: LogFormat): LogDestination {
  const destination = stderr()
  return format === 'text' ? inText(destination) : destination
}

/** Lines on stderr: stdout is for the ready line. `destination` is for tests. */
export function createLog(
  level: string,
  { format = 'json', destination = destinationOf(format) }: { format?: LogFormat; destination?: LogDestination } = {},
): Log {
  return pino(
    {
      level,
      base: { node: hostname(), pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      serializers: {
        // Without its URL, which may contain a secret; the line of each call names its route.
        req: (request: { method: string; ip?: string }) => ({ method: request.method, address: request.ip }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  )
}
