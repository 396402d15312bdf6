export { Preview } from './preview.tsx'
export { viewerOf } from './viewer-by-type.ts'
