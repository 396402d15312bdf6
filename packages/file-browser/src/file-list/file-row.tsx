import { memo } from 'react'
import type { Entry } from '@holdall/api'
import { Checkbox, IconButton, Skeleton } from '@holdall/ui'
import { Ellipsis } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useBrowser } from '../browser-state/browser-context.ts'
import { isSelected } from '../browser-state/selection.ts'
import { useStore } from '../store.ts'
import { type Columns, columnsOf, MetaLine } from '../columns/columns.tsx'
import { EntryIcon } from '../format/entry-icon.tsx'
import { FavouriteStar } from './favourite-star.tsx'
import { RenameField } from './rename-field.tsx'
import { rowId } from './use-visible-entries.ts'
import { Cell, Name, NameBody, NameCell, NameLine, RowBox } from './file-list-styles.ts'

interface RowProps {
  readonly index: number
  /** Pixels from the first row. */
  readonly top: number
}

/** The row of an entry. Selecting other rows does not render it again; the list handles clicks and keys. */
export const FileRow = memo(({ index, top, entry }: RowProps & { readonly entry: Entry }) => {
  const browser = useBrowser()
  const intl = useIntl()
  const selected = useStore(browser.selection, (state) => isSelected(state, entry.id))
  const active = useStore(browser.cursor, (cursor) => cursor.index === index)
  const renaming = useStore(browser.renaming, (id) => id === entry.id)
  const hasMenu = useStore(browser.menu, (menu) => typeof menu?.subject === 'object' && menu.subject.id === entry.id)
  const { name } = entry.attributes
  const quick = browser.now().quickAction?.(entry)
  return (
    <RowBox
      $columns={browser.columns}
      id={rowId(browser.id, index)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      data-folder={entry.type === 'folder' ? entry.id : undefined}
      data-active={active || undefined}
      data-menu={hasMenu || undefined}
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <Cell data-col="check" data-check>
        <Checkbox
          checked={selected}
          tabIndex={-1}
          aria-label={intl.formatMessage({ id: 'browser.select_one' }, { name })}
        />
      </Cell>
      <NameCell>
        <EntryIcon entry={entry} />
        <NameBody>
          {renaming ? (
            <RenameField entry={entry} />
          ) : (
            <NameLine>
              <Name dir="auto" title={name}>
                {name}
              </Name>
              <FavouriteStar entry={entry} />
            </NameLine>
          )}
          <MetaLine entry={entry} columns={browser.columns} />
        </NameBody>
      </NameCell>
      {columnsOf(browser.columns).map(({ id, cell }) => (
        <Cell key={id} data-col={id}>
          {cell(entry)}
        </Cell>
      ))}
      <Cell data-col="acts">
        {quick ? (
          <IconButton
            icon={quick.icon}
            iconSize={16}
            label={quick.label}
            tabIndex={-1}
            data-extra
            onClick={quick.run}
          />
        ) : null}
        <IconButton
          icon={Ellipsis}
          iconSize={16}
          tabIndex={-1}
          label={intl.formatMessage({ id: 'browser.more' }, { name })}
          aria-haspopup="menu"
          data-more
        />
      </Cell>
    </RowBox>
  )
})
FileRow.displayName = 'FileRow'

/** A placeholder for a row whose page is loading. */
export const EmptyRow = memo(({ index, top }: RowProps) => {
  const browser = useBrowser()
  const active = useStore(browser.cursor, (cursor) => cursor.index === index)
  const all = useStore(browser.selection, (state) => state.mode === 'all')
  return (
    <RowBox
      $columns={browser.columns}
      id={rowId(browser.id, index)}
      aria-rowindex={index + 2}
      aria-selected={all}
      aria-busy
      data-index={index}
      data-active={active || undefined}
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <SkeletonCells columns={browser.columns} index={index} />
    </RowBox>
  )
})
EmptyRow.displayName = 'EmptyRow'

const nameWidths = [168, 120, 210, 144, 186]

/** The cells of a row that is loading. */
export function SkeletonCells({ columns, index }: { readonly columns: Columns; readonly index: number }) {
  return (
    <>
      <Cell data-col="check" />
      <NameCell>
        <Skeleton width="var(--row-thumb)" height="var(--row-thumb)" style={{ flex: 'none', borderRadius: 8 }} />
        <Skeleton width={nameWidths[index % nameWidths.length] ?? 150} style={{ maxInlineSize: '100%' }} />
      </NameCell>
      {columnsOf(columns).map(({ id, skeleton }) => (
        <Cell key={id} data-col={id}>
          {skeleton}
        </Cell>
      ))}
    </>
  )
}
