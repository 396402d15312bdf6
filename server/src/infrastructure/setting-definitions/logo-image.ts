import { readFileSync, statSync } from 'node:fs'
import { imageTypeOf } from '../file-types/detect-file-type.ts'
import type { SettingType } from './setting-types.ts'

const MAX_LOGO_BYTES = 256 * 1000

/** The setting holds the image itself, so that all nodes and each backup have it. */
export const logoPattern = /^data:image\/(?:svg\+xml|png|webp);base64,[a-z0-9+/]+={0,2}$/i
export const MAX_LOGO_CHARS = 350_000

export interface LogoImage {
  readonly mime: string
  readonly bytes: Buffer
}

/** `value`: a valid value of the setting. */
export function logoImage(value: string): LogoImage {
  const comma = value.indexOf(',')
  return {
    mime: value.slice('data:'.length, value.indexOf(';')),
    bytes: Buffer.from(value.slice(comma + 1), 'base64'),
  }
}

/** The operator names a file, whose content becomes the value. */
export const logoFile: SettingType = {
  hint: 'the path of an SVG, PNG or WebP image of up to 256 kB',
  parse(path) {
    const bytes = readSmallFile(path)
    const mime = bytes && imageTypeOf(bytes)
    return bytes && mime && `data:${mime};base64,${bytes.toString('base64')}`
  },
  format(value) {
    const { mime, bytes } = logoImage(value as string)
    return `${mime}, ${(bytes.length / 1000).toFixed(1)} kB`
  },
}

function readSmallFile(path: string): Buffer | undefined {
  try {
    const file = statSync(path)
    return file.isFile() && file.size <= MAX_LOGO_BYTES ? readFileSync(path) : undefined
  } catch {
    return undefined
  }
}
