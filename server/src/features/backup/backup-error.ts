import { isDiskFull } from '../../infrastructure/db/is-disk-full.ts'

/** A backup or restore that cannot be done; the message says why, and what state it left. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** What a command throws that has put everything back. */
export function withoutChanges(error: unknown): BackupError {
  if (error instanceof BackupError) return error
  const reason = isDiskFull(error) ? 'No space is left on the disk' : (error as Error).message
  return new BackupError(`${reason}. Nothing was changed.`, { cause: error })
}
