import { FurtherIntl } from '@holdall/section'
import type { ReactNode } from 'react'
import { fileBrowserMessages } from './file-browser-messages.ts'

/** Adds the file browser's messages to those of the section. */
export const FileBrowserIntl = ({ children }: { readonly children: ReactNode }) => (
  <FurtherIntl further={fileBrowserMessages}>{children}</FurtherIntl>
)
