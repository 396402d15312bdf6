export { createUploads, type UploadsDeps } from './create-uploads.ts'
export { UploadsCorner } from './uploads-corner.tsx'
