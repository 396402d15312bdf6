import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod/mini'
import { imageTypeOf } from '../file-types/detect-file-type.ts'
import type { SettingType } from './setting-types.ts'

/** Of one image: all settings are read together. */
export const MAX_APP_IMAGE_BYTES = 256 * 1000
const MAX_APP_IMAGE_CHARS = 350_000

type ImageType = NonNullable<ReturnType<typeof imageTypeOf>>
const typeNames: Readonly<Record<ImageType, string>> = {
  'image/svg+xml': 'SVG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/jpeg': 'JPEG',
}

/** Those that pages show. */
export const logoTypes = ['image/svg+xml', 'image/png', 'image/webp'] as const
/** Systems that read it outside of a browser know nothing else. */
export const touchIconTypes = ['image/png'] as const
/** Crawlers show no SVG. */
export const previewTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

interface AppImage {
  readonly mime: string
  readonly bytes: Buffer
}

/** The setting holds the image itself, so that all nodes and each backup have it. */
export const appImageValue = (mime: string, bytes: Buffer): string => `data:${mime};base64,${bytes.toString('base64')}`

/** `value`: a valid value of the setting. */
export function readAppImage(value: string): AppImage {
  const comma = value.indexOf(',')
  return {
    mime: value.slice('data:'.length, value.indexOf(';')),
    bytes: Buffer.from(value.slice(comma + 1), 'base64'),
  }
}

export function appImageSchema(types: readonly ImageType[]): z.ZodMiniType<string | null> {
  const names = types.map((type) => type.slice('image/'.length).replace('+', String.raw`\+`)).join('|')
  const pattern = new RegExp(`^data:image/(?:${names});base64,[a-z0-9+/]+={0,2}$`, 'i')
  return z.nullable(z.string().check(z.maxLength(MAX_APP_IMAGE_CHARS, { abort: true }), z.regex(pattern)))
}

/** The operator names a file, whose content becomes the value. */
export function appImageFile(types: readonly ImageType[]): SettingType {
  const names = types.map((type) => typeNames[type])
  const last = names.at(-1)!
  const listed = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
  return {
    hint: `the path of ${listed.startsWith('S') ? 'an' : 'a'} ${listed} image of up to 256 kB`,
    isPath: () => true,
    parse(path) {
      const bytes = readSmallFile(path)
      const mime = bytes && imageTypeOf(bytes)
      return bytes && mime && types.includes(mime) ? appImageValue(mime, bytes) : undefined
    },
    format(value) {
      const { mime, bytes } = readAppImage(value as string)
      return `${mime}, ${(bytes.length / 1000).toFixed(1)} kB`
    },
  }
}

function readSmallFile(path: string): Buffer | undefined {
  try {
    const file = statSync(path)
    return file.isFile() && file.size <= MAX_APP_IMAGE_BYTES ? readFileSync(path) : undefined
  } catch {
    return undefined
  }
}
