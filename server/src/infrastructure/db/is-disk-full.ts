import { isDbError } from './errors.ts'

/** Whether no space is left for the database, or for a file (`ENOSPC`, `EDQUOT`). */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return isDbError(error, 'disk-full') || code === 'ENOSPC' || code === 'EDQUOT'
}
