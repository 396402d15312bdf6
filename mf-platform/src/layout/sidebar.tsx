import { Link, useHost } from '@holdall/section'
import { Icon, Wordmark } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { FavouritesGroup } from './favourites-group.tsx'
import { FolderTree } from './folder-tree.tsx'
import { type PageId, type PageProps, pages } from './platform-pages.ts'
import { StorageCard } from './storage-card.tsx'

const Side = styled.aside`
  display: flex;
  flex-direction: column;
  block-size: 100%;
  min-block-size: 0;
  padding: 16px 14px 12px 2px;
  [dir='rtl'] & {
    padding: 16px 2px 12px 14px;
  }
`
const Head = styled.div`
  display: flex;
  align-items: center;
  block-size: 40px;
  flex: none;
  margin-block-end: 16px;
  padding-inline-start: 10px;
`
const Scroll = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: 20px;
  min-block-size: 0;
  margin-inline: -4px;
  padding-inline: 4px;
  overflow: auto;
  scrollbar-width: none;
`
const Group = styled.nav`
  display: grid;
  gap: 1px;
`
const Item = styled(Link)`
  display: flex;
  align-items: center;
  gap: 10px;
  block-size: 36px;
  min-inline-size: 0;
  padding-inline: 10px;
  border-radius: 9px;
  color: var(--text-2);
  font-weight: var(--w-medium);
  transition: background var(--m-fast) var(--ease);
  &[data-drop] {
    background: var(--selected);
    box-shadow: inset 0 0 0 2px var(--accent-solid);
  }
  & > svg {
    color: var(--icon);
  }
  &:hover {
    background: var(--hover);
    color: var(--text);
  }
  &[aria-current] {
    background: color-mix(in srgb, var(--accent-soft-2), var(--canvas) 30%);
    color: var(--accent-text);
    & > svg {
      color: inherit;
    }
  }
`

/** What entries can be dropped on. */
const dropTarget: Readonly<Partial<Record<PageId, object>>> = {
  files: { 'data-folder': '' },
  trash: { 'data-trash': '' },
}

/** Pages, folders and the used storage. */
export function Sidebar({ page, folderId }: PageProps) {
  const { config, navigation } = useHost()
  const intl = useIntl()
  return (
    <Side aria-label={intl.formatMessage({ id: 'frame.sidebar' })}>
      <Head>
        <Wordmark name={config.name} />
      </Head>
      <Scroll>
        <Group aria-label={intl.formatMessage({ id: 'frame.places' })}>
          {pages.map(({ id, route, labelId, icon }) => (
            <Item
              key={id}
              to={navigation.href(route)}
              {...(id === page && { 'aria-current': 'page' })}
              {...dropTarget[id]}
            >
              <Icon as={icon} />
              <FormattedMessage id={labelId} />
            </Item>
          ))}
        </Group>
        <FolderTree current={page === 'files' ? folderId : null} />
        <FavouritesGroup current={page === 'files' ? folderId : null} />
      </Scroll>
      <StorageCard />
    </Side>
  )
}
