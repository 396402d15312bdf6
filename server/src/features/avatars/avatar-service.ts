import { open } from 'node:fs/promises'
import { storeBytes } from '../../infrastructure/blobs/store-bytes.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { sniff, SNIFF_BYTES } from '../../infrastructure/file-types/detect-file-type.ts'
import type { AvatarRenderer } from '../../infrastructure/thumbnails/avatar-renderer.ts'
import type { RenderedAvatar } from '../../infrastructure/thumbnails/render-messages.ts'
import { imageFormats } from '../../infrastructure/thumbnails/thumbnailer.ts'
import { type NewAvatarImage, replaceAvatar } from './avatar.store.ts'

/** They are rendered one after another, while their senders wait. */
const MAX_RENDERING = 16
const RETRY_AFTER_SECONDS = 5
/** Those that browsers show. */
const acceptedTypes: ReadonlySet<string> = new Set(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])

interface Deps extends Pick<Infrastructure, 'blobs' | 'clock' | 'ids' | 'transact'> {
  readonly renderer: AvatarRenderer
}

export interface Avatars {
  /**
   * Replaces the profile picture by the image in a file. Throws `bad-image`, `image-too-large`, and `busy` while too many
   * are waiting. Leaves nothing behind when aborted.
   */
  replace(userId: string, path: string, signal: AbortSignal): Promise<void>
  /** Removes the profile picture, if there is one. */
  remove(userId: string): Promise<void>
  close(): void
}

export function createAvatars({ blobs, clock, ids, renderer, transact }: Deps): Avatars {
  let renderingCount = 0

  async function render(path: string, signal: AbortSignal) {
    // Most of what is no image is refused before a process is needed.
    const type = await typeOf(path)
    const format = acceptedTypes.has(type) ? imageFormats[type] : undefined
    if (format === undefined) throw refuse('bad-image')
    if (renderingCount >= MAX_RENDERING) throw refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })
    renderingCount++
    try {
      return await renderer.render(path, format, signal)
    } finally {
      renderingCount--
    }
  }

  async function store(rendered: readonly RenderedAvatar[]): Promise<NewAvatarImage[]> {
    const images: NewAvatarImage[] = []
    try {
      for (const { size, bytes } of rendered) {
        images.push({ size, name: ids.token(), blob: await storeBytes(blobs, bytes, clock.now()) })
      }
      return images
    } catch (error) {
      for (const { blob } of images) await blobs.delete(blob.id).catch(() => undefined)
      throw error
    }
  }

  return {
    async replace(userId, path, signal) {
      const rendered = await render(path, signal)
      if (rendered === 'too-large') throw refuse('image-too-large')
      if (rendered === 'failed') throw refuse('bad-image')
      const images = await store(rendered)
      // A failure may come after the commit: what has no row then is an orphan.
      await transact((trx) => replaceAvatar(trx, userId, images, clock.now()))
    },
    remove: (userId) => transact((trx) => replaceAvatar(trx, userId, [], clock.now())),
    close: () => renderer.close(),
  }
}

async function typeOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return await sniff(buffer.subarray(0, bytesRead), '')
  } finally {
    await file.close()
  }
}
