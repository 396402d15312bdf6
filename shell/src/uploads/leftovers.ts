import * as z from 'zod/mini'

/** An upload that began and has not ended, kept in the browser so that it can be offered after a reload. */
const Leftover = z.object({
  uploadId: z.string(),
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
  folderId: z.nullable(z.string()),
  path: z.string(),
  sent: z.number(),
  at: z.number(),
})
export type Leftover = z.infer<typeof Leftover>

/** The server gives an upload up after a day. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

export interface Leftovers {
  all(): readonly Leftover[]
  put(leftover: Leftover): void
  remove(uploadId: string): void
  /** The one that this file continues, if any: same name, size and date, to the same place. */
  match(file: File, folderId: string | null, path: string): Leftover | undefined
}

/** Kept per user, so that who signs in next on the same browser is offered nothing of it. A storage that refuses is no error. */
export function createLeftovers(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  userId: string,
  now: () => number,
): Leftovers {
  const key = `holdall.uploads.${userId}`
  const all = (): Leftover[] => {
    try {
      const parsed = z.array(Leftover).safeParse(JSON.parse(storage.getItem(key) ?? '[]'))
      return parsed.success ? parsed.data.filter((one) => now() - one.at < LIFETIME_MS) : []
    } catch {
      return []
    }
  }
  const write = (list: readonly Leftover[]) => {
    try {
      storage.setItem(key, JSON.stringify(list))
    } catch {
      // A full or blocked storage costs the offer to resume, nothing else.
    }
  }
  return {
    all,
    put: (leftover) => {
      write([...all().filter((one) => one.uploadId !== leftover.uploadId), leftover])
    },
    remove: (uploadId) => {
      write(all().filter((one) => one.uploadId !== uploadId))
    },
    match: (file, folderId, path) =>
      all().find(
        (one) =>
          one.name === file.name &&
          one.size === file.size &&
          one.lastModified === file.lastModified &&
          one.folderId === folderId &&
          one.path === path,
      ),
  }
}
