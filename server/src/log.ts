import pino, { type Logger } from 'pino'

export type Log = Logger

export interface LogDestination {
  write(line: string): void
}

/** JSON lines on stderr: stdout is for the ready line. */
export function createLog(level: string, destination: LogDestination = pino.destination({ dest: 2, sync: true })): Log {
  return pino(
    {
      level,
      base: null,
      serializers: {
        // Without its address, which may hold a secret; the line of each call names its route.
        req: (request: { method: string; ip?: string }) => ({ method: request.method, address: request.ip }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  )
}
