import { chmodSync, lstatSync } from 'node:fs'

/**
 * Makes a file or folder private: an earlier installation or a restored backup may be readable by everybody on this machine.
 * What a symbolic link leads to, a device or a pipe belongs to others and stays unchanged.
 */
export function restrictMode(path: string, kind: 'file' | 'folder'): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (kind === 'file' && found?.isFile()) chmodSync(path, 0o600)
  if (kind === 'folder' && found?.isDirectory()) chmodSync(path, 0o700)
}
