import type { Entry } from '@holdall/api'
import { dragged, EntryContextMenu, EntryIcon, type OpenEntryMenu } from '@holdall/file-browser'
import { isolate, Link, useHost, useReadable } from '@holdall/section'
import { IconButton } from '@holdall/ui'
import { X } from '@holdall/ui/icons'
import { type MouseEvent, useCallback, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { CollapsibleGroup } from './collapsible-group.tsx'
import { dropStyles, FolderRow, FolderRows } from './folder-row-styles.ts'
import { useFavouriteMenu } from './use-favourite-menu.ts'
import { useFavourites } from '../favourites/favourite-ids.ts'
import { canAddTo, routeOf } from '../entries/entry-rights.ts'
import { useFavouriteMutations } from '../favourites/use-favourite-mutations.ts'

const Group = styled.div`
  border-radius: 9px;
  ${dropStyles}
`
const Row = styled(FolderRow)`
  padding-inline-end: 2px;
  a {
    padding-inline-start: 24px;
  }
  @media (hover: hover) {
    &:not(:hover, :focus-within) > button {
      opacity: 0;
    }
  }
  @media (pointer: coarse) {
    block-size: 44px;
  }
`
const Hint = styled.p`
  padding: 4px 10px 8px;
  font-size: var(--t-12);
  line-height: 18px;
  color: var(--text-3);
`

/** The user's favourites. Folders that are dropped beside the links become favourites; on a link, they are moved. */
export function FavouritesGroup({ current }: { readonly current: string | null }) {
  const favourites = useFavourites()
  const { navigation } = useHost()
  const intl = useIntl()
  const { remove } = useFavouriteMutations()
  const moving = useReadable(dragged)
  const list = useRef<HTMLUListElement>(null)
  const actionsOf = useFavouriteMenu()
  const [menu, setMenu] = useState<OpenEntryMenu | null>(null)
  const closeMenu = useCallback(() => {
    setMenu(null)
  }, [])
  const removeAt = (folder: Entry, index: number) => {
    // The row goes with its focused button: the next one gets the focus, or the last.
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[index + 1] ?? buttons[index - 1]
    void remove([folder]).then(() => {
      next?.focus()
    })
  }
  const openMenu = (event: MouseEvent<HTMLElement>, folder: Entry, index: number) => {
    event.preventDefault()
    setMenu({
      entry: folder,
      point: { x: event.clientX, y: event.clientY },
      actions: actionsOf(folder, () => {
        removeAt(folder, index)
      }),
      container: event.currentTarget.closest('dialog') ?? undefined,
    })
  }
  const isAdding = moving !== null && moving.target.entries.every(({ type }) => type === 'folder')
  return (
    <Group data-favourites="">
      <CollapsibleGroup id="favourites" title={<FormattedMessage id="favourites.title" />}>
        {favourites.length > 0 ? (
          <FolderRows ref={list}>
            {favourites.map((folder, index) => (
              <Row
                as="li"
                key={folder.id}
                onContextMenu={(event) => {
                  openMenu(event, folder, index)
                }}
              >
                <Link
                  to={navigation.href(routeOf(folder), { id: folder.id })}
                  data-folder={canAddTo(folder) ? folder.id : undefined}
                  {...(folder.id === current && { 'aria-current': 'page' })}
                >
                  <EntryIcon entry={folder} size={18} />
                  <span dir="auto">{folder.attributes.name}</span>
                </Link>
                <IconButton
                  icon={X}
                  size="s"
                  label={intl.formatMessage({ id: 'favourites.remove' }, { name: isolate(folder.attributes.name) })}
                  onClick={() => {
                    removeAt(folder, index)
                  }}
                />
              </Row>
            ))}
          </FolderRows>
        ) : null}
        {favourites.length === 0 || isAdding ? (
          <Hint>
            <FormattedMessage id={isAdding ? 'favourites.drop' : 'favourites.empty'} />
          </Hint>
        ) : null}
      </CollapsibleGroup>
      <EntryContextMenu open={menu} onClose={closeMenu} />
    </Group>
  )
}
