import * as z from 'zod/mini'
import { StorageError } from './storage-error.ts'

/**
 * The file or object with the identity of a store, beside its contents, so that it is moved with them. No blob has this
 * name.
 */
export const STORAGE_ID_KEY = 'blobs/storage.id'
export const STORAGE_ID_BYTES = 36

const StorageId = z.uuid()

export function parseStorageId(text: string): string {
  const { data } = StorageId.safeParse(text.trim())
  if (data === undefined) throw new StorageError('other', `${STORAGE_ID_KEY} of the storage is damaged.`)
  return data
}
