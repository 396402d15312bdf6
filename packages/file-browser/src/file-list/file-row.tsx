import { memo } from 'react'
import type { Entry } from '@holdall/api'
import { IconButton, Skeleton, VisuallyHidden } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { type Columns, columnsOf, MetaLine } from '../columns/columns.tsx'
import { LinkMark } from '../columns/link-mark.tsx'
import { EntryIcon } from '../format/entry-icon.tsx'
import { EntryCheckbox, MoreButton } from './entry-controls.tsx'
import { FavouriteStar } from './favourite-star.tsx'
import { RenameField } from './rename-field.tsx'
import { useEntryAttributes, usePlaceholderAttributes } from './use-entry-attributes.ts'
import { Cell, Name, NameBody, NameCell, NameLine, NarrowLinkMark, RowBox } from './file-list-styles.ts'

interface RowProps {
  readonly index: number
  /** Pixels from the first row. */
  readonly top: number
}

/** The row of an entry. Selecting other rows does not render it again; the list handles clicks and keys. */
export const FileRow = memo(({ index, top, entry }: RowProps & { readonly entry: Entry }) => {
  const { browser, selected, renaming, isCut, attributes } = useEntryAttributes(index, entry)
  const { name } = entry.attributes
  const quick = browser.now().quickAction?.(entry)
  return (
    <RowBox
      $columns={browser.columns}
      {...attributes}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <Cell data-col="check" data-check>
        <EntryCheckbox name={name} selected={selected} />
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
              {isCut ? (
                <VisuallyHidden>
                  <FormattedMessage id="browser.cut" />
                </VisuallyHidden>
              ) : null}
              {browser.columns.shared ? (
                <NarrowLinkMark>
                  <LinkMark entry={entry} />
                </NarrowLinkMark>
              ) : null}
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
        <MoreButton name={name} />
      </Cell>
    </RowBox>
  )
})
FileRow.displayName = 'FileRow'

/** A placeholder for a row whose page is loading. */
export const EmptyRow = memo(({ index, top }: RowProps) => {
  const { browser, attributes } = usePlaceholderAttributes(index)
  return (
    <RowBox
      $columns={browser.columns}
      {...attributes}
      aria-rowindex={index + 2}
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
