import type { IconType } from '@holdall/ui'
import { Clock, Folder, Link, MailPlus, Trash2 } from '@holdall/ui/icons'

/** The pages of the platform, in the order of the sidebar. */
export const pages = [
  { id: 'files', route: 'Files', labelId: 'locations.home', icon: Folder },
  { id: 'latest', route: 'RecentUploads', labelId: 'locations.latest', icon: Clock },
  { id: 'shared', route: 'MySharedItems', labelId: 'locations.shared', icon: Link },
  { id: 'requests', route: 'UploadRequests', labelId: 'locations.requests', icon: MailPlus },
  { id: 'trash', route: 'Trash', labelId: 'locations.trash', icon: Trash2 },
] as const satisfies readonly { id: string; route: string; labelId: string; icon: IconType }[]

/** A page of the sidebar, or the results of a search, which no link leads to. */
export type PageId = (typeof pages)[number]['id'] | 'search'

/** Message id of the name of a page. */
export const labelOf = (page: PageId) => pages.find(({ id }) => id === page)?.labelId ?? 'locations.search'

/** What a page of the platform shows; the folder null is the top. */
export interface PageProps {
  readonly page: PageId
  readonly folderId: string | null
}
