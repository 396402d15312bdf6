import { addressOf, type Holder, thumbnailAddressesOf } from './content-urls.ts'
import { thumbnailSizesOf } from './entry-thumbnails.store.ts'
import type { View } from './present-entry.ts'
import type { EntryRow } from './space.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

/** The signed addresses of these files and of their thumbnails, for one caller. */
export async function addressesFor(
  services: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'>,
  holder: Holder,
  rows: readonly EntryRow[],
): Promise<{ readonly address: (file: EntryRow) => string } & Pick<View, 'thumbnail'>> {
  const sizes = await thumbnailSizesOf(services.db, rows)
  return {
    address: (file) => addressOf(services, holder, file),
    thumbnail(file) {
      const existing = sizes.get(file.blob_id ?? '')
      return existing ? thumbnailAddressesOf(services, holder, file, existing) : null
    },
  }
}
