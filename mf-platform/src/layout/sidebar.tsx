import { useHost } from '@holdall/section'
import { Icon } from '@holdall/ui'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { treeQuery } from '../entries/entry-queries.ts'
import { FavouritesGroup } from './favourites-group.tsx'
import { FolderTree } from './folder-tree.tsx'
import { type PageId, type PageProps, pages } from './platform-pages.ts'
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
  const { isPending } = useQuery(treeQuery(null))
  return (
    <SidebarFrame>
      <SidebarLinks aria-label={intl.formatMessage({ id: 'frame.places' })}>
        {pages.map(({ id, route, labelId, icon }) => (
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
      <FolderTree current={page === 'files' ? folderId : null} />
      {/* The folders, which are above, would move them. */}
      {isPending ? null : <FavouritesGroup current={page === 'files' ? folderId : null} />}
    </SidebarFrame>
  )
}
