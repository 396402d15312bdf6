import pino, { type Logger } from 'pino'

export type Log = Logger

/** Addresses carry secrets: signatures of content, tokens of links, the setup key. */
export function safeUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const shown = path
    .replace(/^(\/api\/sharing\/(?:authenticate\/|file\/|navigation\/|folders\/[^/]+\/|zip\/)?)[^/]+/, '$1…')
    .replace(/^(\/share\/|\/api\/share\/(?!revoke$)|\/file-request\/)[^/]+/, '$1…')
  return query === undefined ? shown : `${shown}?…`
}

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
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          url: safeUrl(request.url),
          address: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  )
}
