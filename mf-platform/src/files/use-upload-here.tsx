import type { FileBrowserProps } from '@holdall/file-browser'
import { type ReactNode, type RefObject, useRef } from 'react'
import { UploadInputs, type UploadPicker } from './upload-inputs.tsx'
import { useUpload } from '../uploading/use-upload.ts'

interface UploadHere extends Required<Pick<FileBrowserProps, 'onDrop'>> {
  /** Opens the dialog of the browser for files or a folder. */
  readonly picker: RefObject<UploadPicker | null>
  /** To be rendered for the picker. */
  readonly inputs: ReactNode
}

/** Uploads what is chosen into a folder, and what is dropped into that or the one that it is dropped on. */
export function useUploadHere(folderId: string | null): UploadHere {
  const picker = useRef<UploadPicker>(null)
  const upload = useUpload()
  return {
    picker,
    onDrop: (picked, folder) => {
      void upload(picked, folder?.id ?? folderId)
    },
    inputs: (
      <UploadInputs
        ref={picker}
        onPick={(picked) => {
          void upload(picked, folderId)
        }}
      />
    ),
  }
}
