import { type ClientConfig, kindOf, ShareToken } from '@holdall/api'
import type { VisitorOf } from '../../access/actor.ts'
import { Refusal } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { addressesFor } from '../entries/entry-addresses.ts'
import { linkOrigin } from '../entries/present-owned-entries.ts'
import { holderOfLink } from '../entries/present-shared-entries.ts'
import type { LinkPreview } from '../frontend/link-preview-tags.ts'
import { openedBy } from './public-link.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'> & { readonly visitorOf: VisitorOf }

/**
 * What crawlers learn of a link. Of a link with a password, also where this browser has unlocked it, of one that ended
 * and of one that never existed it is the same, and nothing.
 */
export async function linkPreviewOf(
  services: Deps,
  token: string,
  { name: app, locale }: Pick<ClientConfig, 'name' | 'locale'>,
): Promise<LinkPreview> {
  const text = textIn(locale)
  const found = await openWithoutPassword(services, token)
  if (!found) return { title: app, description: text('link-preview.generic', { app }), image: null }
  const { visitor, entry, owner } = found
  const kind = entry.kind === 'file' ? 'file' : 'folder'
  const { thumbnail } = await addressesFor(services, holderOfLink(visitor), [entry])
  const picture = entry.kind === 'file' && kindOf(entry.mime, entry.name) === 'image' ? thumbnail(entry) : null
  return {
    title: entry.name,
    description: text('link-preview.shared', { kind, owner: owner.name }),
    image: picture && absoluteAddress(services, picture.lg),
  }
}

async function openWithoutPassword(services: Deps, token: string) {
  if (!ShareToken.safeParse(token).success) return null
  try {
    const visitor = await services.visitorOf(token, {})
    const opened = visitor.unlocked ? await openedBy(services.db, visitor.shareId) : null
    return opened ? { visitor, ...opened } : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Crawlers need the whole address, which begins with the public URL; null where none is set. */
function absoluteAddress(services: Deps, address: string): string | null {
  if (!address.startsWith('/')) return address
  const origin = linkOrigin(services)
  return origin === '' ? null : origin + address
}
