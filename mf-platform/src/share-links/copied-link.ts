import type { Share } from '@holdall/api'
import { isExpired } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { copyText } from '@holdall/ui'
import { useIntl } from 'react-intl'
import { absoluteLink } from './share-link-queries.ts'

/** What can be copied of a link. */
export type CopiedKind = 'link' | 'direct' | 'embed'

/** Without a password, and with downloads, a link to a file has a direct address and can be embedded. */
export const isOpenFile = (share: Share): boolean => {
  const { type, protected: isProtected, can_download: canDownload } = share.attributes
  return type === 'file' && !isProtected && canDownload && !isExpired(share)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeAttribute = (text: string) => text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char)

function textOf(kind: CopiedKind, link: string, name: string): string {
  switch (kind) {
    case 'link':
      return link
    case 'direct':
      return `${link}/direct`
    case 'embed':
      return `<iframe src="${escapeAttribute(link)}/embed" title="${escapeAttribute(name)}" width="640" height="360" style="border: 0" loading="lazy" allowfullscreen></iframe>`
  }
}

/** Copies a link, its direct address or the HTML that embeds its file, and says so. */
export function useCopyOfLink(): (kind: CopiedKind, share: Share, name: string) => Promise<void> {
  const { config, toasts } = useHost()
  const intl = useIntl()
  return async (kind, { attributes: { link } }, name) => {
    const isCopied = await copyText(textOf(kind, absoluteLink(link, config.host), name))
    toasts.show({
      type: isCopied ? 'success' : 'danger',
      message: intl.formatMessage({ id: isCopied ? `share.${kind}_copied` : `share.${kind}_copy_failed` }),
    })
  }
}
