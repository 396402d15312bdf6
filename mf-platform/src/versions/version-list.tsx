import type { FileVersion } from '@holdall/api'
import { useFormatSize } from '@holdall/file-browser'
import { isolate, useSession } from '@holdall/section'
import { IconButton, type IconType } from '@holdall/ui'
import { Download, Eye, RotateCcw, Trash2 } from '@holdall/ui/icons'
import { type IntlShape, useIntl } from 'react-intl'
import { Buttons, Versions, When } from './versions-styles.ts'

/** What can be done with a version; `date` is that of its row. */
export interface VersionActions {
  readonly onPreview: (version: FileVersion) => void
  readonly onDownload: (version: FileVersion) => void
  readonly onRestore: (version: FileVersion) => void
  /** Absent: only the owner deletes versions. */
  readonly onDelete?: ((version: FileVersion, date: string) => void) | undefined
  readonly isBusy: boolean
}

export const VersionList = ({
  versions,
  ...actions
}: VersionActions & { readonly versions: readonly FileVersion[] }) => (
  <Versions aria-label={useIntl().formatMessage({ id: 'versions.action' })}>
    {versions.map((version) => (
      <VersionRow key={version.id} version={version} {...actions} />
    ))}
  </Versions>
)

export const dateOf = (intl: IntlShape, { attributes }: FileVersion): string =>
  intl.formatDate(attributes.replaced_at, { dateStyle: 'medium', timeStyle: 'short' })

function VersionRow({
  version,
  onPreview,
  onDownload,
  onRestore,
  onDelete,
  isBusy,
}: VersionActions & { readonly version: FileVersion }) {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const person = usePerson(version)
  const date = dateOf(intl, version)
  const { filesize, replaced_at: replacedAt } = version.attributes
  const button = (name: string, icon: IconType, run: () => void, isChange = false) => (
    <IconButton
      icon={icon}
      label={intl.formatMessage({ id: `versions.${name}` }, { date: isolate(date) })}
      disabled={isChange && isBusy}
      onClick={run}
    />
  )
  return (
    <li>
      <When>
        <b>
          <time dateTime={replacedAt}>
            <bdi>{date}</bdi>
          </time>
        </b>
        <span>
          {person === null ? null : <>{person} · </>}
          <bdi>{formatSize(filesize)}</bdi>
        </span>
      </When>
      <Buttons>
        {button('preview', Eye, () => {
          onPreview(version)
        })}
        {button('download', Download, () => {
          onDownload(version)
        })}
        {button(
          'restore',
          RotateCcw,
          () => {
            onRestore(version)
          },
          true,
        )}
        {onDelete
          ? button(
              'delete',
              Trash2,
              () => {
                onDelete(version, date)
              },
              true,
            )
          : null}
      </Buttons>
    </li>
  )
}

/** "Replaced by Mara"; null where that is not known. */
function usePerson({ relationships: { replaced_by: by } }: FileVersion): string | null {
  const intl = useIntl()
  const session = useSession()
  if (!by) return null
  const { type, user } = by.data
  if (user && session.state !== 'anonymous' && session.user.id === user.id) {
    return intl.formatMessage({ id: 'versions.replaced_by_you' })
  }
  const name = user?.name ?? intl.formatMessage({ id: `activity.by.${type}` })
  return intl.formatMessage({ id: 'versions.replaced_by' }, { name: isolate(name) })
}
