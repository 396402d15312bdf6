import type { Entry } from '@holdall/api'
import type { FileAction, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { copyText } from '@holdall/ui'
import { Copy, Link2Off } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { absoluteLink, revokeLinks } from './share-link-queries.ts'

/** Actions on the public links of entries. */
export function useLinkActions() {
  const { events, overlay, toasts, config } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const text = (id: string, values?: Record<string, number>) => intl.formatMessage({ id }, values)

  const copyLink = async (link: string) => {
    const isCopied = await copyText(absoluteLink(link, config.host))
    toasts.show({
      type: isCopied ? 'success' : 'danger',
      message: text(isCopied ? 'share.link_copied' : 'share.link_copy_failed'),
    })
  }
  const removeLinks = async (target: Target) => {
    const confirmed = await overlay.confirm({
      title: text('share.remove.title', { count: target.count }),
      message: text('share.remove.text'),
      confirm: text('share.remove.action'),
      cancel: text('share.stop.cancel'),
      danger: true,
    })
    if (!confirmed) return
    const linked = target.entries.flatMap(({ id, relationships: { shared } }) =>
      shared ? [{ id, token: shared.data.attributes.token }] : [],
    )
    const { revoked, failure } = await revokeLinks(linked.map(({ token }) => token))
    if (failure) report(failure.error)
    else target.clear()
    for (const { id } of linked) events.emit('shares.changed', { entryId: id })
    if (revoked > 0) toasts.show({ type: 'success', message: text('share.remove.done', { count: revoked }) })
  }
  return {
    /** "Copy link", of an entry that has one. */
    copy({ relationships: { shared } }: Entry): FileAction[] {
      if (!shared) return []
      const { link } = shared.data.attributes
      return [{ id: 'copy-link', label: text('share.copy_link'), icon: Copy, run: () => void copyLink(link) }]
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
