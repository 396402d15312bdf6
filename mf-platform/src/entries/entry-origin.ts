import type { Entry } from '@holdall/api'

/** The folder that entries are in, null being the top; by id of each where they are in several. */
export type Origin = string | null | ReadonlyMap<string, string | null>

/** The folders of entries from a list over several folders. */
export const originOf = (entries: readonly Entry[]): Origin =>
  new Map(entries.map(({ id, attributes }) => [id, attributes.parent_id]))

/** The folder of one of the entries; null is the top. */
export const folderOf = (origin: Origin, id: string): string | null =>
  isOne(origin) ? origin : (origin.get(id) ?? null)

/** All their folders, each once. */
export const foldersOf = (origin: Origin): readonly (string | null)[] =>
  isOne(origin) ? [origin] : [...new Set(origin.values())]

const isOne = (origin: Origin): origin is string | null => origin === null || typeof origin === 'string'
