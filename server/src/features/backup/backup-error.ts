/** A backup or restore that cannot be done; the message says why, and what state it left. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
