/**
 * For a process of its own, started by `createRenderer`: it decodes what people upload, and may be killed at any moment.
 * It gets no secrets and answers with images only.
 */
import sharp, { type Sharp } from 'sharp'
import { removeNetwork } from './remove-network.ts'
import type { ImageFormat, RenderAnswer } from './render-messages.ts'

sharp.cache(false)
sharp.concurrency(1)
// Only what is needed, so that content of another type is not decoded by another library: no SVG, no PDF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
    'VipsForeignLoadTiff',
  ],
})

/** An image of this format, upright. Throws for another one, whatever was detected, and for more pixels. */
export async function openImage(source: string | Uint8Array, expected: ImageFormat, maxPixels: number): Promise<Sharp> {
  const image = sharp(source, {
    limitInputPixels: maxPixels,
    sequentialRead: true,
    failOn: 'error',
    // Of an animation the first image.
    pages: 1,
  })
  const { format, compression } = await image.metadata()
  const found = format === 'heif' && compression === 'av1' ? 'avif' : format
  if (found !== expected) throw new Error(`This is ${found}, not ${expected}.`)
  return image.autoOrient()
}

/** Answers requests one after another until the server ends. */
export function answerRequests<Request, Result>(render: (request: Request) => Promise<Result>): void {
  // Before anything of other people is read.
  removeNetwork()
  const send = (answer: RenderAnswer<Result>) => process.send?.(answer)
  process.on('message', (request: Request) => {
    render(request).then(
      (result) => send({ is: 'done', result }),
      () => send({ is: 'done', result: null }),
    )
  })
  // The server was killed.
  process.on('disconnect', () => process.exit())
  send({ is: 'ready' })
}
