import { storageCategories, type StorageCategory, type StorageUsage } from '@holdall/api'
import type { dailyTraffic } from '../content/traffic.store.ts'
import { type Amount, quotaBytesOf } from '../storage/quota.store.ts'
import { storageCategoryOf } from './storage-category.ts'
import type { usedByType } from './storage-usage.store.ts'

interface Usage {
  readonly userId: string
  /** Of the quota. */
  readonly stored: Amount
  /** Bytes that unfinished uploads take beside it. */
  readonly reserved: number
  /** Bytes; null where storage is not limited. */
  readonly capacity: number | null
  readonly types: Awaited<ReturnType<typeof usedByType>>
  readonly traffic: Awaited<ReturnType<typeof dailyTraffic>>
}

/** In percent, with two decimals. */
const percent = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 10_000) / 100 : 0)

export function presentStorageUsage({ userId, stored, reserved, capacity, types, traffic }: Usage): StorageUsage {
  const used = quotaBytesOf(stored)
  const byCategory = new Map<StorageCategory, number>(storageCategories.map((category) => [category, 0]))
  for (const { mime, used: bytes } of types) {
    const category = storageCategoryOf(mime)
    byCategory.set(category, (byCategory.get(category) ?? 0) + bytes)
  }
  // Earlier contents of replaced files count as used, and belong to no type.
  const ofEntries = [...byCategory.values()].reduce((sum, bytes) => sum + bytes, 0)
  byCategory.set('others', (byCategory.get('others') ?? 0) + Math.max(0, stored.bytes - ofEntries))
  const usage = (bytes: number) => ({ used: bytes, percentage: percent(bytes, capacity ?? used) })
  const of = (category: StorageCategory) => usage(byCategory.get(category) ?? 0)
  return {
    id: userId,
    type: 'storage',
    attributes: { used, capacity, percentage: capacity === null ? null : percent(used, capacity), reserved },
    meta: {
      traffic: {
        chart: { download: traffic.download.records, upload: traffic.upload.records },
        download: traffic.download.total,
        upload: traffic.upload.total,
      },
      images: of('images'),
      audios: of('audios'),
      videos: of('videos'),
      documents: of('documents'),
      others: of('others'),
      entries: usage(used - stored.bytes),
    },
  }
}
