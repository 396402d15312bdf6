import { type ChangeEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { type Picked, readPicked } from '@holdall/file-browser'
import { useIntl } from 'react-intl'

/** Opens the file picker of the browser. */
export interface UploadPicker {
  readonly files: () => void
  readonly folder: () => void
}

export interface UploadInputsProps {
  readonly ref: Ref<UploadPicker>
  readonly onPick: (picked: Picked) => void
}

/** The hidden inputs behind every "Upload" button of a page. */
export function UploadInputs({ ref, onPick }: UploadInputsProps) {
  const intl = useIntl()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ files: () => files.current?.click(), folder: () => folder.current?.click() }), [])
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = readPicked(target.files ?? [])
    // The same file may be picked again.
    target.value = ''
    onPick(picked)
  }
  const name = (id: string) => ({ 'aria-label': intl.formatMessage({ id }) })
  return (
    <>
      <input ref={files} type="file" multiple hidden onChange={take} {...name('files.upload.files')} />
      <input ref={folder} type="file" webkitdirectory="" hidden onChange={take} {...name('files.upload.folder')} />
    </>
  )
}
