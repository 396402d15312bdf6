/** For tests of sections that show the preview. */
export { serveBytes } from './testing/fake-bytes.ts'
export { previewClosed, previewLayer } from './testing/preview-layer.ts'
