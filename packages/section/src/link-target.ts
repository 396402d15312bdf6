/** A public link or an upload request, by which its visitor changes a folder of somebody else. */
export interface LinkTarget {
  readonly token: string
  /** What the token is of; default: a public link. */
  readonly kind?: 'upload-request'
}
