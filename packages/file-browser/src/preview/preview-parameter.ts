/** Parameter of a page's address with the id of the file that the preview shows. */
export const PREVIEW_PARAMETER = 'preview'
