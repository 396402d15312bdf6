import type { FastifyRequest } from 'fastify'
import { escapeHtml } from '../../infrastructure/messages/escape-html.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { readAppImage } from '../../infrastructure/setting-definitions/app-image.ts'
import { isSecureContext } from '../frontend/page-headers.ts'
import { appImageUrl } from './app-images.ts'

export const MANIFEST_PATH = '/manifest.webmanifest'

interface AppTags {
  /** Icons of the page, and the manifest of the app where it can be installed. */
  readonly icons: readonly string[]
  /** The absolute address of the image in previews of addresses. */
  readonly previewImage: string | null
}

/** What the operator's images add to the head of every page, and the manifest of the app. */
export async function appTags(
  services: Pick<Infrastructure, 'config' | 'settings'>,
  request: Pick<FastifyRequest, 'protocol' | 'hostname'>,
): Promise<AppTags> {
  const settings = await services.settings.all()
  const icon = (rel: string, name: 'favicon' | 'touch_icon') => {
    const [href, value] = [appImageUrl(settings, name), settings[`app.${name}`]]
    if (href === null || value === null) return []
    return [`<link rel="${rel}" type="${readAppImage(value).mime}" href="${escapeHtml(href)}" />`]
  }
  const preview = appImageUrl(settings, 'og_image')
  const { publicUrl } = services.config
  return {
    icons: [
      ...icon('icon', 'favicon'),
      ...icon('apple-touch-icon', 'touch_icon'),
      ...(settings['app.installable'] && isSecureContext(request)
        ? [`<link rel="manifest" href="${MANIFEST_PATH}" />`]
        : []),
    ],
    // Crawlers need the whole address.
    previewImage: preview === null || publicUrl === null ? null : publicUrl + preview,
  }
}
