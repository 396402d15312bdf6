import type { Crop } from './crop-view.ts'

/** Pixels of the sides of what is sent. The largest image of a profile picture has 160. */
const MAX_SIDE_PX = 512

/** A part of a picture as an image of its own, without the metadata of the picture. Rejects where the browser cannot. */
export function cropPicture(picture: HTMLImageElement, { left, top, side }: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pixels = Math.max(1, Math.min(MAX_SIDE_PX, Math.round(side)))
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('There is no canvas.'))
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels)
  return new Promise((resolve, reject) => {
    // A browser that writes no WebP writes PNG.
    canvas.toBlob(
      (image) => {
        if (image) resolve(image)
        else reject(new Error('The canvas could not be read.'))
      },
      'image/webp',
      0.92,
    )
  })
}
