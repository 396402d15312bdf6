import { type AvatarSize, avatarPixels, MAX_AVATAR_PIXELS } from '@holdall/api'
import sharp from 'sharp'
import type { AvatarRequest, RenderedAvatar } from './render-messages.ts'
import { answerRequests, openImage } from './render-process.ts'

const WEBP = { quality: 84, effort: 4 }

const sizes = Object.entries(avatarPixels) as [AvatarSize, number][]
const largest = avatarPixels.md

/** All sizes of the middle square. Its metadata is not kept. */
async function render({ source, format }: AvatarRequest): Promise<RenderedAvatar[] | 'too-large'> {
  const { width, height } = await sharp(source, { limitInputPixels: false, pages: 1 }).metadata()
  if (width * height > MAX_AVATAR_PIXELS) return 'too-large'
  const image = await openImage(source, format, MAX_AVATAR_PIXELS)
  // Decoded once: the smaller ones are made of the largest.
  const { data, info } = await image
    .resize({ width: largest, height: largest, fit: 'cover' })
    // From grey, CMYK or a profile of its own.
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const rendered: RenderedAvatar[] = []
  for (const [size, pixels] of sizes) {
    const bytes = await sharp(data, { raw }).resize(pixels, pixels).webp(WEBP).toBuffer()
    rendered.push({ size, bytes })
  }
  return rendered
}

answerRequests(render)
