import pino, { type Logger } from 'pino'

export type Log = Logger

export interface LogDestination {
  write(line: string): void
}

/**
 * Writes to stderr asynchronously, several lines at a time. When nothing reads them, lines beyond `maxLength` are lost
 * and requests are still answered. Buffered lines are written when the process ends.
 */
const stderr = () =>
  pino.destination({ dest: 2, sync: false, minLength: 4096, maxLength: 4_194_304, periodicFlush: 200 })

/** JSON lines on stderr: stdout is for the ready line. */
export function createLog(level: string, destination: LogDestination = stderr()): Log {
  return pino(
    {
      level,
      base: null,
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
