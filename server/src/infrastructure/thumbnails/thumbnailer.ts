import { createRenderer, type RenderLimits, renderLimits } from './renderer.ts'
import { findFfmpeg, frameOf } from './ffmpeg.ts'
import type { ImageFormat, RenderedThumbnail, RenderRequest } from './render-messages.ts'

const MiB = 1024 * 1024
/** A larger PDF is not read: it would be in memory as a whole. */
const MAX_PDF_BYTES = 128 * MiB
const MAX_IMAGE_BYTES = 512 * MiB

/** The format of a detected type. */
export const imageFormats: Readonly<Record<string, ImageFormat>> = {
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/tiff': 'tiff',
  'image/webp': 'webp',
}

export interface RenderedFile {
  readonly path: string
  /** The detected type. */
  readonly mime: string
  readonly sizeBytes: number
}

export interface Thumbnailer {
  /**
   * Thumbnails of a file, the smallest first; `none` where its type or size has none, `failed` where the file is damaged
   * or takes too much memory, `timed-out` where it takes too much time, `interrupted` where another attempt may succeed:
   * it should be tried once more, as the last attempt, after files that wait. Rejects when aborted, and when rendering is
   * not possible at all.
   */
  render(
    file: RenderedFile,
    signal: AbortSignal,
    options?: { readonly isLastAttempt: boolean },
  ): Promise<readonly RenderedThumbnail[] | 'none' | 'failed' | 'interrupted' | 'timed-out' | 'no-ffmpeg'>
  /** Ends the process that renders. */
  close(): void
}

/** `folders`: those of the files to be rendered. */
export function createThumbnailer(folders: readonly string[], limits: RenderLimits = renderLimits): Thumbnailer {
  const renderer = createRenderer<RenderRequest, readonly RenderedThumbnail[]>(
    new URL('./render-worker.ts', import.meta.url),
    limits,
    folders,
  )
  return {
    async render({ path, mime, sizeBytes }, signal, { isLastAttempt } = { isLastAttempt: false }) {
      const rendered = async (request: RenderRequest) =>
        (await renderer.render(request, signal, isLastAttempt)) ?? ('failed' as const)
      const format = imageFormats[mime]
      if (format !== undefined) {
        if (sizeBytes > MAX_IMAGE_BYTES) return 'none'
        return rendered({ kind: 'image', source: path, format })
      }
      if (mime === 'application/pdf') {
        if (sizeBytes > MAX_PDF_BYTES) return 'none'
        return rendered({ kind: 'pdf', source: path })
      }
      if (!mime.startsWith('video/')) return 'none'
      const ffmpeg = await findFfmpeg()
      if (ffmpeg === null) return 'no-ffmpeg'
      const timeoutMs = isLastAttempt ? limits.timeoutMs : limits.firstTimeoutMs
      const frame = await frameOf(ffmpeg, { path, mime }, { ...limits, timeoutMs }, signal)
      if (frame === 'timed-out') return isLastAttempt ? 'timed-out' : 'interrupted'
      if (frame === null) return 'failed'
      return rendered({ kind: 'image', source: frame, format: 'png' })
    },
    close: () => renderer.close(),
  }
}
