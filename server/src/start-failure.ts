import { isDbError } from './infrastructure/db/errors.ts'
import { Refusal } from './infrastructure/errors/refusal.ts'
import { StartError } from './infrastructure/start-error.ts'

/** What the operator reads where the server does not start; undefined for a defect. */
export function startFailure(error: unknown): string | undefined {
  if (error instanceof StartError || error instanceof Refusal) return error.message
  if (isDbError(error)) return `The database cannot be used: ${error.message}`
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'EADDRINUSE') return `Another program listens on this address already (${message}). Set HOLDALL_PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOLDALL_HOST names no address of this machine (${message}).`
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return `Not permitted: ${message}`
  return undefined
}
