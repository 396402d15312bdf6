export { Preview } from './preview.tsx'
export { viewerOf } from './viewer-of.ts'
