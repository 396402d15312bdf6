import type { Entry } from '@holdall/api'
import type { FileAction, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import type { IconType } from '@holdall/ui'
import { CodeXml, Copy, FileSymlink, Link2Off } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { type CopiedKind, isOpenFile, useCopyOfLink } from './copied-link.ts'
import { revokeLinksOf } from './share-link-queries.ts'

/** Actions on the public links of entries. */
export function useLinkActions() {
  const { events, overlay, toasts } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const text = (id: string, values?: Record<string, number>) => intl.formatMessage({ id }, values)

  const copyOf = useCopyOfLink()
  const removeLinks = async (target: Target) => {
    const linked = target.entries.filter(({ relationships: { shared } }) => shared !== null)
    const count = linked.reduce((sum, { relationships: { shared } }) => sum + (shared?.meta.total ?? 0), 0)
    const confirmed = await overlay.confirm({
      title: text('share.remove.title', { count }),
      message: text('share.remove.text'),
      confirm: text('share.remove.action'),
      cancel: text('share.stop.cancel'),
      danger: true,
    })
    if (!confirmed) return
    const { revoked, failure } = await revokeLinksOf(linked.map(({ id }) => id))
    if (failure) report(failure.error)
    else target.clear()
    for (const { id } of linked) events.emit('shares.changed', { entryId: id })
    if (revoked > 0) toasts.show({ type: 'success', message: text('share.remove.done', { count: revoked }) })
  }
  return {
    /** "Copy link", of an entry that has one, and further ones of a file that anyone with the link can open. */
    copy({ attributes: { name }, relationships: { shared } }: Entry): FileAction[] {
      if (!shared) return []
      const { data: share } = shared
      const copy = (kind: CopiedKind, icon: IconType): FileAction => ({
        id: `copy-${kind}`,
        label: text(`share.copy_${kind}`),
        icon,
        inMore: kind !== 'link',
        run: () => void copyOf(kind, share, name),
      })
      return [copy('link', Copy), ...(isOpenFile(share) ? [copy('direct', FileSymlink), copy('embed', CodeXml)] : [])]
    },
    remove: (target: Target): FileAction => ({
      id: 'remove-links',
      label: text('share.remove.action'),
      icon: Link2Off,
      danger: true,
      inBar: true,
      run: () => void removeLinks(target),
    }),
  }
}
