export { Preview } from './preview.tsx'
