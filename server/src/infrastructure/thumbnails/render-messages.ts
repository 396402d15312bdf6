import type { AppImageName, AvatarSize, ThumbnailSize } from '@holdall/api'

/** What the process that renders thumbnails is asked: an image as a file or as bytes, or the first page of a PDF. */
export type RenderRequest =
  | { readonly kind: 'image'; readonly source: string | Uint8Array; readonly format: ImageFormat }
  | { readonly kind: 'pdf'; readonly source: string }

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff'

export interface RenderedThumbnail {
  readonly size: ThumbnailSize
  /** Of a WebP image. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

export interface AvatarRequest {
  /** The path of a file. */
  readonly source: string
  readonly format: ImageFormat
}

export interface AppImageRequest {
  /** The path of a file. */
  readonly source: string
  readonly format: ImageFormat
  /** What it is for. */
  readonly name: AppImageName
  /** Of the result. */
  readonly maxBytes: number
}

export interface RenderedAppImage {
  readonly mime: string
  readonly bytes: Uint8Array
}

export interface AppIconRequest {
  readonly source: Uint8Array
  readonly format: ImageFormat
}

/** PNG images: square ones of so many pixels, and one that systems cut to their shape. */
export type RenderedAppIcons = Readonly<Record<'icon-192' | 'icon-512' | 'maskable-512', Uint8Array>>

export interface RenderedAvatar {
  readonly size: AvatarSize
  /** Of a WebP image. */
  readonly bytes: Uint8Array
}

/** `ready` once the libraries are loaded; then one answer to each request: no result where it failed. */
export type RenderAnswer<Result> = { readonly is: 'ready' } | { readonly is: 'done'; readonly result: Result | null }
