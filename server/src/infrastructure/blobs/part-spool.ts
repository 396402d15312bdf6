import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Body } from './s3-body.ts'

const READ_BYTES = 256 * 1024

/**
 * Bytes on the way to S3, in a temporary file: a part is sent only when its length is known, may be sent again, and a
 * slow sender must not hold it in memory. The file has room for two parts: one is sent while the next one arrives.
 */
export interface PartSpool {
  /** Bytes of the part that is being filled. */
  readonly filled: number
  /** Appends to that part, which must have room. */
  write(bytes: Uint8Array): Promise<void>
  /** That part, or its first bytes. It must not be changed while it is read. */
  part(sizeBytes?: number): S3Body
  /** Begins the next part; the one before it stays until the next call. */
  next(): void
  close(): Promise<void>
}

export async function createPartSpool(folder: string, partBytes: number): Promise<PartSpool> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `part-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  // Without a name the system frees it however the process ends. Windows cannot delete an open file.
  let isNamed = !(await rm(path).then(
    () => true,
    () => false,
  ))
  let turn = 0
  let filled = 0

  return {
    get filled() {
      return filled
    },
    async write(bytes) {
      const start = turn * partBytes + filled
      for (let done = 0; done < bytes.length;) {
        done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten
      }
      filled += bytes.length
    },
    part: (sizeBytes = filled) => regionOf(file, turn * partBytes, sizeBytes),
    next() {
      turn = 1 - turn
      filled = 0
    },
    async close() {
      await file.close()
      if (isNamed) await rm(path, { force: true })
      isNamed = false
    },
  }
}

const regionOf = (file: FileHandle, start: number, sizeBytes: number): S3Body => ({
  sizeBytes,
  async *read() {
    for (let at = 0; at < sizeBytes;) {
      // Another buffer each time: the connection may still have to send the one before.
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, sizeBytes - at))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start + at)
      if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it')
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  },
})
