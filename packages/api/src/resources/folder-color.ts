import * as z from '@holdall/schema'

export const folderColors = [
  'green',
  'blue',
  'indigo',
  'violet',
  'pink',
  'red',
  'orange',
  'amber',
  'teal',
  'grey',
] as const
export const FolderColor = z.enum(folderColors)
export type FolderColor = z.infer<typeof FolderColor>
