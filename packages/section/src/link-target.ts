/** A public link, by which its visitor changes the folder that is shared. */
export interface LinkTarget {
  readonly token: string
}
