import { second } from '../clock.ts'
import type { AvatarRequest, ImageFormat, RenderedAvatar } from './render-messages.ts'
import { createRenderer, type RenderLimits } from './renderer.ts'

const MiB = 1024 * 1024

/** The person waits for it, and it has fewer pixels than a thumbnail may have. */
export const avatarLimits: RenderLimits = {
  timeoutMs: 10 * second,
  firstTimeoutMs: 10 * second,
  memoryBytes: 512 * MiB,
  idleMs: 30 * second,
}

export interface AvatarRenderer {
  /**
   * A picture in all sizes; `too-large` where it has too many pixels, `failed` where it is damaged, not of this format,
   * or takes too much time or memory. Rejects when aborted, and when rendering is not possible at all.
   */
  render(
    path: string,
    format: ImageFormat,
    signal: AbortSignal,
  ): Promise<readonly RenderedAvatar[] | 'too-large' | 'failed'>
  /** Ends the process that renders. */
  close(): void
}

/** In another process than thumbnails, because somebody waits for it. */
export function createAvatarRenderer(limits: RenderLimits = avatarLimits): AvatarRenderer {
  const renderer = createRenderer<AvatarRequest, RenderedAvatar[] | 'too-large'>(
    new URL('./avatar-worker.ts', import.meta.url),
    limits,
  )
  return {
    async render(source, format, signal) {
      const request = { source, format }
      const first = await renderer.render(request, signal, false)
      const rendered = first === 'interrupted' ? await renderer.render(request, signal, true) : first
      return rendered === null || rendered === 'interrupted' || rendered === 'timed-out' ? 'failed' : rendered
    },
    close: () => renderer.close(),
  }
}
