import sharp, { type Sharp } from 'sharp'

/** An image of one colour. */
export const picture = (width = 300, height = 200, background = '#c02020'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

export const png = (...args: Parameters<typeof picture>): Promise<Buffer> =>
  picture(...args)
    .png()
    .toBuffer()
