export { Preview } from './preview.tsx'
export { previewMessages } from './preview-messages.ts'
