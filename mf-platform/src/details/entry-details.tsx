import type { ReactNode } from 'react'
import { type Entry, extensionOf, type FolderTotals } from '@holdall/api'
import { CardPicture, type DetailsSubject, kindOf, useFormatSize, useSizeText } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { FolderIcon } from '@holdall/ui'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { Line, PictureFrame, Section, Title, WhereButton } from './details-styles.ts'
import { ExifSection } from './exif-section.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import { SharingSection } from './sharing-section.tsx'

export interface DetailsProps {
  readonly subject: DetailsSubject
  /** Name of the page, for its top. */
  readonly home: string
  /** Whether the page shows what is in the trash, which can be neither moved nor shared. */
  readonly isTrash: boolean
}

/** Facts about the selected entries, or about the shown folder. */
export function EntryDetails({ subject: { target, status }, home, isTrash }: DetailsProps) {
  const entry = target ? target.single : status.root
  if (entry) {
    // The folder above the shown one is the last ancestor.
    const parent = target ? status.root?.attributes.name : status.ancestors.at(-1)?.name
    return <OneEntry entry={entry} parent={parent ?? home} isTrash={isTrash} />
  }
  if (!target) return <Overview title={home} totals={status.totals} />
  const size = sizeOf(target, status.totals)
  return (
    <Section>
      <Title>
        <FormattedMessage id="browser.selected" values={{ count: target.count }} />
      </Title>
      {size === null ? null : <FactList facts={[{ labelId: 'details.total_size', value: <Size bytes={size} /> }]} />}
    </Section>
  )
}

/** Bytes of several entries; null where a folder is among them, whose content is not known. */
function sizeOf({ all, count, entries }: NonNullable<DetailsSubject['target']>, totals: FolderTotals): number | null {
  if (all && totals.folders === 0 && count === totals.files) return totals.filesize
  if (entries.length < count || entries.some(({ type }) => type === 'folder')) return null
  return entries.reduce((sum, { attributes }) => sum + (attributes.filesize ?? 0), 0)
}

function Size({ bytes }: { readonly bytes: number }) {
  return <bdi>{useFormatSize()(bytes)}</bdi>
}

/** The top of a page. */
function Overview({ title, totals }: { readonly title: string; readonly totals: FolderTotals }) {
  return (
    <Section>
      <div>
        <FolderIcon size={64} />
      </div>
      <Title>{title}</Title>
      <FactList
        facts={[
          { labelId: 'details.folders', value: totals.folders },
          { labelId: 'details.files', value: totals.files },
          { labelId: 'details.size', value: <Size bytes={totals.filesize} /> },
        ]}
      />
    </Section>
  )
}

interface OneEntryProps {
  readonly entry: Entry
  /** Name of the folder that it is in, where its list is one folder. */
  readonly parent: string
  readonly isTrash: boolean
}

function OneEntry({ entry, parent, isTrash }: OneEntryProps) {
  const intl = useIntl()
  const { overlay } = useHost()
  const sizeText = useSizeText()
  const { name, created_at, updated_at, deleted_at, parent_id } = entry.attributes
  const location = entry.meta?.location
  const where = location ? (location.path.at(-1) ?? intl.formatMessage({ id: 'locations.home' })) : parent
  const move = () => {
    overlay.open('move', { ids: [entry.id], fromId: parent_id })
  }
  const facts: readonly Fact[] = [
    { labelId: 'details.added', value: dateText(intl, created_at) },
    { labelId: 'details.modified', value: dateText(intl, updated_at) },
    ...(deleted_at === null ? [] : [{ labelId: 'details.deleted', value: dateText(intl, deleted_at) }]),
    // Every page shows the user's own entries.
    { labelId: 'details.owner', value: <FormattedMessage id="details.me" /> },
    {
      labelId: isTrash ? 'details.original_location' : 'details.where',
      value: isTrash ? (
        <span dir="auto">{where}</span>
      ) : (
        <WhereButton
          dir="auto"
          title={intl.formatMessage({ id: 'details.move' }, { name })}
          aria-haspopup="dialog"
          onClick={move}
        >
          {where}
        </WhereButton>
      ),
    },
  ]
  return (
    <>
      <Section>
        <PictureFrame>
          <CardPicture entry={entry} width={320} />
        </PictureFrame>
        <div>
          <Title dir="auto">{name}</Title>
          <Line>
            {typeText(intl, entry)} · <bdi>{sizeText(entry)}</bdi>
          </Line>
        </div>
        <FactList facts={facts} />
      </Section>
      {isTrash ? null : <SharingSection key={entry.id} entry={entry} />}
      <ExifSection entry={entry} />
    </>
  )
}

function dateText(intl: IntlShape, iso: string): ReactNode {
  return (
    <time dateTime={iso}>
      <bdi>{intl.formatDate(iso, { dateStyle: 'medium', timeStyle: 'short' })}</bdi>
    </time>
  )
}

/** "Image (JPG)": the kind, and the extension of the name. */
function typeText(intl: IntlShape, { type, attributes: { mimetype, name } }: Entry): string {
  if (type === 'folder') return intl.formatMessage({ id: 'details.kind.folder' })
  const kind = intl.formatMessage({ id: `details.kind.${kindOf(mimetype, name)}` })
  const extension = extensionOf(name)
  return extension === '' ? kind : `${kind} (${extension.toUpperCase()})`
}
