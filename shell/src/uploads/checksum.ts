import { loadUntilAvailable } from '../connection/wait-for-connection.ts'

/** Lower-case hex SHA-256 of a chunk. Without a secure context there is no `crypto.subtle`; a library takes its place. */
export async function checksum(chunk: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(chunk)
  const digest = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : await digestByLibrary(bytes)
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function digestByLibrary(bytes: Uint8Array): Promise<Uint8Array> {
  const { sha256 } = await loadUntilAvailable(() => import('@noble/hashes/sha2.js'))
  return sha256(bytes)
}
