import { useHost } from '@holdall/section'
import { Icon } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { treeQuery } from '../entries/entry-queries.ts'
import { useFolderLevel } from '../entries/folder-level.ts'
import { useTeamFolders } from '../entries/team-queries.ts'
import { CollaborationGroup } from './collaboration-group.tsx'
import { FavouritesGroup } from './favourites-group.tsx'
import { FolderTree } from './folder-tree.tsx'
import { firstPages, type PageId, type PageProps, showsFolders } from './platform-pages.ts'
import { SidebarFrame, SidebarLinks, SidebarItem } from './sidebar-frame.tsx'

/** What entries can be dropped on. */
const dropTarget: Readonly<Partial<Record<PageId, object>>> = {
  files: { 'data-folder': '' },
  trash: { 'data-trash': '' },
}

/** Pages, folders and the used storage. */
export function Sidebar({ page, folderId }: PageProps) {
  const { navigation } = useHost()
  const intl = useIntl()
  const { isPending } = useFolderLevel(treeQuery(null))
  const teams = [useTeamFolders('team-folders'), useTeamFolders('shared-with-me')]
  const areTeamsPending = teams.some((query) => query.isPending)
  const current = showsFolders(page) ? folderId : null
  return (
    <SidebarFrame>
      <SidebarLinks aria-label={intl.formatMessage({ id: 'frame.places' })}>
        {firstPages.map(({ id, route, labelId, icon }) => (
          <SidebarItem
            key={id}
            to={navigation.href(route)}
            {...(id === page && { 'aria-current': 'page' })}
            {...dropTarget[id]}
          >
            <Icon as={icon} />
            <FormattedMessage id={labelId} />
          </SidebarItem>
        ))}
      </SidebarLinks>
      <CollaborationGroup page={page} folderId={folderId} />
      {/* What is above would move them. */}
      {areTeamsPending ? null : <FolderTree current={current} />}
      {areTeamsPending || isPending ? null : <FavouritesGroup current={current} />}
    </SidebarFrame>
  )
}
