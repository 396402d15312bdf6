import type { ComponentType } from 'react'
import type { Lazy } from '@holdall/section'
import type { ViewerName } from '../viewer-by-type.ts'
import type { ViewerProps } from '../viewer-props.ts'

/** The code of each viewer, fetched with the first file of its kind. */
export const viewers: Readonly<Record<ViewerName, Lazy<ComponentType<ViewerProps>>>> = {
  image: () => import(/* webpackChunkName: "viewer-image" */ '../image/image-viewer.tsx').then((m) => m.ImageViewer),
  video: () => import(/* webpackChunkName: "viewer-media" */ '../media/media-viewer.tsx').then((m) => m.VideoViewer),
  audio: () => import(/* webpackChunkName: "viewer-media" */ '../media/media-viewer.tsx').then((m) => m.AudioViewer),
  pdf: () => import(/* webpackChunkName: "viewer-pdf" */ '../pdf/pdf-viewer.tsx').then((m) => m.PdfViewer),
  table: () => import(/* webpackChunkName: "viewer-table" */ '../table/table-viewer.tsx').then((m) => m.TableViewer),
  archive: () =>
    import(/* webpackChunkName: "viewer-archive" */ '../archive/archive-viewer.tsx').then((m) => m.ArchiveViewer),
  text: () => import(/* webpackChunkName: "viewer-text" */ '../text/text-viewer.tsx').then((m) => m.TextViewer),
  code: () => import(/* webpackChunkName: "viewer-code" */ '../text/code-viewer.tsx').then((m) => m.CodeViewer),
  markdown: () =>
    import(/* webpackChunkName: "viewer-markdown" */ '../text/markdown-viewer.tsx').then((m) => m.MarkdownViewer),
}
