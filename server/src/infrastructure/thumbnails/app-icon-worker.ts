import { MAX_APP_IMAGE_PIXELS } from '@holdall/api'
import sharp, { type Color } from 'sharp'
import type { AppIconRequest, RenderedAppIcons } from './render-messages.ts'
import { answerRequests, openImage } from './render-process.ts'

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }
const MASKABLE = 512
/** Systems cut a maskable icon to a shape of theirs, and keep a circle of 410: all but the corners of such a square. */
const KEPT = 328

async function render({ source, format }: AppIconRequest): Promise<RenderedAppIcons> {
  const icon = await (await openImage(source, format, MAX_APP_IMAGE_PIXELS)).toColourspace('srgb').png().toBuffer()
  const square = (size: number) =>
    sharp(icon).resize({ width: size, height: size, fit: 'contain', background: TRANSPARENT }).ensureAlpha()
  const background = await backgroundOf(icon)
  const inner = await square(KEPT).flatten({ background }).png().toBuffer()
  return {
    'icon-192': await square(192).png().toBuffer(),
    'icon-512': await square(512).png().toBuffer(),
    'maskable-512': await sharp({ create: { width: MASKABLE, height: MASKABLE, channels: 3, background } })
      .composite([{ input: inner, gravity: 'centre' }])
      .png()
      .toBuffer(),
  }
}

/** The icon's own background, which is continued around it: the colour of its corner; white where that is transparent. */
async function backgroundOf(icon: Buffer): Promise<Color> {
  const corner = { left: 0, top: 0, width: 1, height: 1 }
  const [r = 255, g = 255, b = 255, alpha = 0] = await sharp(icon).ensureAlpha().extract(corner).raw().toBuffer()
  return alpha === 255 ? { r, g, b } : '#ffffff'
}

answerRequests(render)
