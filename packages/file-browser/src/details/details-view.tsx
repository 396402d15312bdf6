import type { ReactNode } from 'react'
import { type Entry, extensionOf, type FolderTotals } from '@holdall/api'
import { FolderIcon } from '@holdall/ui'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { DetailsSubject } from '../browser-state/browser-context.ts'
import { CardPicture } from '../file-grid/card-picture.tsx'
import { kindOf } from '../format/file-kind-icons.ts'
import { useFormatSize, useSizeText } from '../format/size.ts'
import { DetailsSection, DetailsText, PictureFrame, Title } from './details-styles.ts'
import { type Fact, FactList } from './fact-list.tsx'

interface DetailsViewProps {
  readonly subject: DetailsSubject
  /** Name of the page, for its top. */
  readonly home: string
  /** Name of the top in a list over several folders; default: `home`. */
  readonly top?: string
  /** Facts of an entry after its dates; default: where it is. `where`: name of the folder that it is in. */
  readonly factsOf?: (entry: Entry, where: string) => readonly Fact[]
  /** Parts after the facts of an entry. */
  readonly children?: (entry: Entry) => ReactNode
}

/** Facts about the selected entries, or about the shown folder. */
export function DetailsView({
  subject: { target, status },
  home,
  top = home,
  factsOf = whereOnly,
  children,
}: DetailsViewProps) {
  const entry = target ? target.single : status.root
  if (entry) {
    // The folder above the shown one is the last ancestor.
    const parent = (target ? status.root?.attributes.name : status.ancestors.at(-1)?.name) ?? home
    const location = entry.meta?.location
    const where = location ? (location.path.at(-1) ?? top) : parent
    return (
      <>
        <OneEntry entry={entry} facts={factsOf(entry, where)} />
        {children?.(entry)}
      </>
    )
  }
  if (!target) return <Overview title={home} totals={status.totals} />
  const size = sizeOf(target, status.totals)
  return (
    <DetailsSection>
      <Title>
        <FormattedMessage id="browser.selected" values={{ count: target.count }} />
      </Title>
      {size === null ? null : <FactList facts={[{ labelId: 'details.total_size', value: <Size bytes={size} /> }]} />}
    </DetailsSection>
  )
}

const whereOnly = (_entry: Entry, where: string): readonly Fact[] => [
  { labelId: 'details.where', value: <span dir="auto">{where}</span> },
]

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
    <DetailsSection>
      <div>
        <FolderIcon size={64} />
      </div>
      <Title dir="auto">{title}</Title>
      <FactList
        facts={[
          { labelId: 'details.folders', value: totals.folders },
          { labelId: 'details.files', value: totals.files },
          { labelId: 'details.size', value: <Size bytes={totals.filesize} /> },
        ]}
      />
    </DetailsSection>
  )
}

function OneEntry({ entry, facts }: { readonly entry: Entry; readonly facts: readonly Fact[] }) {
  const intl = useIntl()
  const sizeText = useSizeText()
  const { name, created_at, updated_at, modified_at, deleted_at } = entry.attributes
  const dates: readonly Fact[] = [
    { labelId: 'details.added', value: dateText(intl, created_at) },
    { labelId: 'details.modified', value: dateText(intl, modified_at ?? updated_at) },
    ...(deleted_at === null ? [] : [{ labelId: 'details.deleted', value: dateText(intl, deleted_at) }]),
  ]
  return (
    <DetailsSection>
      <PictureFrame>
        <CardPicture entry={entry} width={320} />
      </PictureFrame>
      <div>
        <Title dir="auto">{name}</Title>
        <DetailsText>
          {typeText(intl, entry)} · <bdi>{sizeText(entry)}</bdi>
        </DetailsText>
      </div>
      <FactList facts={[...dates, ...facts]} />
    </DetailsSection>
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
function typeText(intl: IntlShape, { type, attributes: { mimetype, name, isTeamFolder } }: Entry): string {
  if (isTeamFolder) return intl.formatMessage({ id: 'details.kind.team_folder' })
  if (type === 'folder') return intl.formatMessage({ id: 'details.kind.folder' })
  const kind = intl.formatMessage({ id: `details.kind.${kindOf(mimetype, name)}` })
  const extension = extensionOf(name)
  return extension === '' ? kind : `${kind} (${extension.toUpperCase()})`
}
