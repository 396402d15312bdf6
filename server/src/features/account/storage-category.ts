import type { StorageCategory } from '@holdall/api'

/** In order: the first that matches decides. */
const byType: readonly (readonly [RegExp, StorageCategory])[] = [
  [/^image\//, 'images'],
  [/^audio\//, 'audios'],
  [/^video\//, 'videos'],
  [/^text\/(plain|markdown|csv|html)$/, 'documents'],
  [/^application\/(pdf|rtf|msword|x-cfb|epub\+zip)$/, 'documents'],
  [/^application\/vnd\.(ms-|oasis\.opendocument\.|openxmlformats-officedocument\.)/, 'documents'],
]

/** The category of a detected type; null is a type that is not known. */
export const storageCategoryOf = (mime: string | null): StorageCategory =>
  byType.find(([pattern]) => mime !== null && pattern.test(mime))?.[1] ?? 'others'
