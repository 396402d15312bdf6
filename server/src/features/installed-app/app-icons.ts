import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAppImage } from '../../infrastructure/setting-definitions/app-image.ts'
import type { SettingValues } from '../../infrastructure/setting-definitions/setting-definitions.ts'
import { avatarLimits } from '../../infrastructure/thumbnails/avatar-renderer.ts'
import type { AppIconRequest, RenderedAppIcons } from '../../infrastructure/thumbnails/render-messages.ts'
import { createRenderer } from '../../infrastructure/thumbnails/renderer.ts'
import { imageFormats } from '../../infrastructure/thumbnails/thumbnailer.ts'

export const ICON_PATH = '/app-icon/'

type IconName = keyof RenderedAppIcons
type Icons = RenderedAppIcons

interface AppIcon {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose: 'any' | 'maskable'
}

const sizes: Readonly<Record<IconName, Pick<AppIcon, 'sizes' | 'purpose'>>> = {
  'icon-192': { sizes: '192x192', purpose: 'any' },
  'icon-512': { sizes: '512x512', purpose: 'any' },
  'maskable-512': { sizes: '512x512', purpose: 'maskable' },
}
const names = Object.keys(sizes) as IconName[]

/** Of an installation without an icon of its own. */
const read = (name: IconName) => readFileSync(join(import.meta.dirname, 'icons', `${name}.png`))
const standard: Icons = {
  'icon-192': read('icon-192'),
  'icon-512': read('icon-512'),
  'maskable-512': read('maskable-512'),
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16)
const standardHash = hashOf(standard['icon-512'])

export interface AppIcons {
  /** Those of the manifest. */
  list(settings: SettingValues): readonly AppIcon[]
  /** The image at an address of the list; null for others. */
  at(url: string, settings: SettingValues): Promise<Uint8Array | null>
}

/** Icons in the sizes that systems want, made from the operator's touch icon or favicon. */
export function createAppIcons(): AppIcons {
  let hashed: { readonly value: string; readonly hash: string } | undefined
  let rendered: { readonly hash: string; readonly icons: Promise<Icons> } | undefined

  function sourceOf(settings: SettingValues): { readonly value: string | null; readonly hash: string } {
    const value = settings['app.touch_icon'] ?? rasterOf(settings['app.favicon'])
    if (value === null) return { value, hash: standardHash }
    if (hashed?.value !== value) hashed = { value, hash: hashOf(value) }
    return hashed
  }
  /** Rendered when they are first requested, and kept while the operator's icon is the same. */
  function iconsOf({ value, hash }: ReturnType<typeof sourceOf>): Promise<Icons> {
    if (value === null) return Promise.resolve(standard)
    if (rendered?.hash !== hash) rendered = { hash, icons: render(value).catch(() => standard) }
    return rendered.icons
  }
  const addressOf = (name: IconName, hash: string) => `${ICON_PATH}${hash}/${name}.png`

  return {
    list(settings) {
      const { hash } = sourceOf(settings)
      return names.map((name) => ({ src: addressOf(name, hash), type: 'image/png', ...sizes[name] }))
    },
    async at(url, settings) {
      const source = sourceOf(settings)
      const name = names.find((each) => addressOf(each, source.hash) === url)
      return name === undefined ? null : (await iconsOf(source))[name]
    },
  }
}

/** A drawing is not rendered by the server. */
const rasterOf = (value: string | null) =>
  value === null || readAppImage(value).mime === 'image/svg+xml' ? null : value

/** By a process that is ended afterwards. What cannot be decoded, although its first bytes look like an image, has the default icons. */
async function render(value: string): Promise<Icons> {
  const { mime, bytes } = readAppImage(value)
  const format = imageFormats[mime]
  if (format === undefined) return standard
  const renderer = createRenderer<AppIconRequest, Icons>(
    new URL('../../infrastructure/thumbnails/app-icon-worker.ts', import.meta.url),
    avatarLimits,
  )
  try {
    const icons = await renderer.render({ source: bytes, format }, new AbortController().signal, true)
    return icons === null || icons === 'interrupted' || icons === 'timed-out' ? standard : icons
  } finally {
    renderer.close()
  }
}
