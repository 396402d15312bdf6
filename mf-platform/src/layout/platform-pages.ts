import type { IconType } from '@holdall/ui'
import { Clock, Folder, Inbox, Link, MailPlus, Trash2, UsersRound } from '@holdall/ui/icons'

/** The pages of the platform, in the order of the sidebar. */
export const pages = [
  { id: 'files', route: 'Files', labelId: 'locations.home', icon: Folder },
  { id: 'latest', route: 'RecentUploads', labelId: 'locations.latest', icon: Clock },
  { id: 'shared', route: 'MySharedItems', labelId: 'locations.shared', icon: Link },
  { id: 'requests', route: 'UploadRequests', labelId: 'locations.requests', icon: MailPlus },
  { id: 'trash', route: 'Trash', labelId: 'locations.trash', icon: Trash2 },
  {
    id: 'team-folders',
    route: 'TeamFolders',
    labelId: 'locations.team_folders',
    icon: UsersRound,
    group: 'collaboration',
  },
  {
    id: 'shared-with-me',
    route: 'SharedWithMe',
    labelId: 'locations.shared_with_me',
    icon: Inbox,
    group: 'collaboration',
  },
] as const satisfies readonly {
  id: string
  route: string
  labelId: string
  icon: IconType
  /** Absent: it is one of the first pages, which have no heading. */
  group?: 'collaboration'
}[]

const inCollaboration = (page: (typeof pages)[number]) => 'group' in page
export const firstPages = pages.filter((page) => !inCollaboration(page))
export const collaborationPages = pages.filter(inCollaboration)

/** A page of the sidebar, or the results of a search, which no link leads to. */
export type PageId = (typeof pages)[number]['id'] | 'search'

/** Message id of the name of a page. */
export const labelOf = (page: PageId) => pages.find(({ id }) => id === page)?.labelId ?? 'locations.search'

/** Whether a page shows one folder, which the trees of the sidebar mark. */
export const showsFolders = (page: PageId) => page === 'files' || page === 'team-folders' || page === 'shared-with-me'

/** What a page of the platform shows; the folder null is the top. */
export interface PageProps {
  readonly page: PageId
  readonly folderId: string | null
}
