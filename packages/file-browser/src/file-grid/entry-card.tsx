import { memo } from 'react'
import type { Entry } from '@holdall/api'
import { FolderIcon, Skeleton, VisuallyHidden } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { type Columns, OnlyDate, SizeText } from '../columns/columns.tsx'
import { LinkMark } from '../columns/link-mark.tsx'
import { MemberAvatars } from '../columns/member-avatars.tsx'
import { EntryCheckbox, MoreButton } from '../file-list/entry-controls.tsx'
import { FavouriteStar } from '../file-list/favourite-star.tsx'
import { Name } from '../file-list/file-list-styles.ts'
import { RenameField } from '../file-list/rename-field.tsx'
import { useEntryAttributes, usePlaceholderAttributes } from '../file-list/use-entry-attributes.ts'
import { CardPicture } from './card-picture.tsx'
import {
  Caption,
  CaptionText,
  CardActions,
  CardCheck,
  CardLine,
  FileCardBox,
  FolderCardBox,
  PictureBox,
} from './file-grid-styles.ts'

interface CardProps {
  readonly index: number
  /** From 0. */
  readonly column: number
}

/** The card of an entry. Selecting other entries does not render it again; the grid handles clicks and keys. */
export const EntryCard = memo(({ index, column, entry }: CardProps & { readonly entry: Entry }) => {
  const { browser, selected, renaming, isCut, attributes } = useEntryAttributes(index, entry)
  const { name, color, emoji } = entry.attributes
  const isFolder = entry.type === 'folder'
  const Box = isFolder ? FolderCardBox : FileCardBox
  return (
    <Box {...attributes} aria-colindex={column + 1}>
      {isFolder ? <FolderIcon hue={color ?? 'green'} emoji={emoji} /> : <CardPicture entry={entry} />}
      <CardCheck data-check>
        <EntryCheckbox name={name} selected={selected} />
      </CardCheck>
      <Caption>
        <CaptionText>
          {renaming ? (
            <RenameField entry={entry} />
          ) : (
            <Name dir="auto" title={name}>
              {name}
            </Name>
          )}
          <CardLine>
            <Facts entry={entry} columns={browser.columns} />
          </CardLine>
        </CaptionText>
        <FavouriteStar entry={entry} />
        {isCut ? (
          <VisuallyHidden>
            <FormattedMessage id="browser.cut" />
          </VisuallyHidden>
        ) : null}
        {browser.columns.shared ? <MemberAvatars entry={entry} size={20} /> : null}
        {browser.columns.shared ? <LinkMark entry={entry} /> : null}
        <CardActions data-acts>
          <MoreButton name={name} />
        </CardActions>
      </Caption>
    </Box>
  )
})
EntryCard.displayName = 'EntryCard'

/** "8.4 MB · Mar 12, 2026"; in a list over several folders the folder in place of the date. */
function Facts({ entry, columns }: { readonly entry: Entry; readonly columns: Columns }) {
  const location = columns.location && entry.meta?.location
  const hasDate = entry.type === 'file' || columns.date === 'deleted_at'
  return (
    <>
      <bdi>
        <SizeText entry={entry} />
      </bdi>
      {columns.location && location ? (
        <>
          <span aria-hidden> · </span>
          <bdi>{location.path.at(-1) ?? columns.location.home(entry)}</bdi>
        </>
      ) : hasDate ? (
        <>
          <span aria-hidden> · </span>
          <bdi>
            <OnlyDate entry={entry} columns={columns} />
          </bdi>
        </>
      ) : null}
    </>
  )
}

/** A placeholder for a card whose page is loading. */
export const EmptyCard = memo(({ index, column, isFolder }: CardProps & { readonly isFolder: boolean }) => {
  const { attributes } = usePlaceholderAttributes(index)
  const Box = isFolder ? FolderCardBox : FileCardBox
  return (
    <Box {...attributes} aria-colindex={column + 1}>
      <SkeletonCard isFolder={isFolder} />
    </Box>
  )
})
EmptyCard.displayName = 'EmptyCard'

/** The content of a card that is loading. */
export function SkeletonCard({ isFolder = false }: { readonly isFolder?: boolean }) {
  return (
    <>
      {isFolder ? (
        <Skeleton width={36} height={36} style={{ flex: 'none', borderRadius: 8 }} />
      ) : (
        <PictureBox>
          <Skeleton width="100%" height="100%" />
        </PictureBox>
      )}
      <Caption>
        <CaptionText>
          <Skeleton width="70%" />
          <Skeleton width="40%" height={10} style={{ marginBlockStart: 8 }} />
        </CaptionText>
      </Caption>
    </>
  )
}
