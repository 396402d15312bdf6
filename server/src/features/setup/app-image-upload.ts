import { readFile } from 'node:fs/promises'
import type { AppImageName } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { sniff, SNIFF_BYTES } from '../../infrastructure/file-types/detect-file-type.ts'
import {
  appImageValue,
  logoTypes,
  MAX_APP_IMAGE_BYTES,
  previewTypes,
  touchIconTypes,
} from '../../infrastructure/setting-definitions/app-image.ts'
import { renderAppImage } from '../../infrastructure/thumbnails/app-image-renderer.ts'
import { imageFormats } from '../../infrastructure/thumbnails/thumbnailer.ts'

const SVG = 'image/svg+xml'
const acceptedTypes: ReadonlySet<string> = new Set(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])
const typesOf: Readonly<Record<AppImageName, readonly string[]>> = {
  logo: logoTypes,
  logo_dark: logoTypes,
  logo_horizontal: logoTypes,
  logo_horizontal_dark: logoTypes,
  touch_icon: touchIconTypes,
  favicon: logoTypes,
  og_image: previewTypes,
}

/**
 * What a drawing does not need. Images are served so that nothing in them executes; this is for those who open the file
 * elsewhere, and against entities that expand to gigabytes.
 */
const active = /<!doctype|<!entity|<script|<foreignobject|<iframe|javascript:|\son[a-z]{1,40}\s{0,20}=/i

/**
 * The value of the setting of an image, from a file that was sent. A drawing is kept as it is, a picture is decoded by
 * another process and stored in the size and format of its use. Throws `bad-image` and `image-too-large`.
 */
export async function appImageFrom(path: string, name: AppImageName): Promise<string> {
  const bytes = await readFile(path)
  const type = await sniff(bytes.subarray(0, SNIFF_BYTES), '')
  if (type === SVG && typesOf[name].includes(SVG)) return drawing(bytes)
  const format = acceptedTypes.has(type) ? imageFormats[type] : undefined
  if (format === undefined) throw refuse('bad-image')
  const rendered = await renderAppImage({ source: path, format, name }, MAX_APP_IMAGE_BYTES)
  if (rendered === 'too-large') throw refuse('image-too-large')
  if (rendered === 'failed') throw refuse('bad-image')
  return appImageValue(rendered.mime, Buffer.from(rendered.bytes))
}

function drawing(bytes: Buffer): string {
  if (bytes.length > MAX_APP_IMAGE_BYTES) throw refuse('image-too-large')
  if (active.test(bytes.toString('utf8'))) throw refuse('bad-image', { text: 'error.bad-image.svg' })
  return appImageValue(SVG, bytes)
}
