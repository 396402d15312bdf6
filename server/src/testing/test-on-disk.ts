import { s3Variable } from './test-storage.ts'

/** A test of what is on the disk: it does not exist in a run whose blobs are in S3. */
export const testOnDisk = (name: string, work: () => Promise<void>, timeoutMs?: number): void => {
  if (!process.env[s3Variable]) test(name, work, timeoutMs)
}
