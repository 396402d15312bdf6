import type { AppImageName } from '@holdall/api'
import { avatarLimits } from './avatar-renderer.ts'
import type { AppImageRequest, ImageFormat, RenderedAppImage } from './render-messages.ts'
import { createRenderer, type Renderer } from './renderer.ts'

type Result = RenderedAppImage | 'too-large'

/** One of the operator's images for its use, by a process that is ended afterwards: they are rare. */
export async function renderAppImage(
  request: { readonly source: string; readonly format: ImageFormat; readonly name: AppImageName },
  maxBytes: number,
): Promise<Result | 'failed'> {
  const renderer: Renderer<AppImageRequest, Result> = createRenderer(
    new URL('./app-image-worker.ts', import.meta.url),
    avatarLimits,
  )
  try {
    const rendered = await renderer.render({ ...request, maxBytes }, new AbortController().signal, true)
    return rendered === null || rendered === 'interrupted' || rendered === 'timed-out' ? 'failed' : rendered
  } finally {
    renderer.close()
  }
}
