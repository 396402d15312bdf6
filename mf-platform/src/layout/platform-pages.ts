import type { IconType } from '@holdall/ui'
import { Folder, Trash2 } from '@holdall/ui/icons'

/** The places of the platform, in the order of the sidebar. */
export const places = [
  { id: 'files', route: 'Files', labelId: 'locations.home', icon: Folder },
  { id: 'trash', route: 'Trash', labelId: 'locations.trash', icon: Trash2 },
] as const satisfies readonly { id: string; route: string; labelId: string; icon: IconType }[]

export type Place = (typeof places)[number]['id']

/** What a page of the platform shows; null is the top of the place. */
export interface PlaceProps {
  readonly place: Place
  readonly folderId: string | null
}
