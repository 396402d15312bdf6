import { readPicked } from '@holdall/file-browser'
import type { UploadItem, UploadsApi } from '@holdall/section'
import { Button } from '@holdall/ui'
import { type ChangeEvent, useRef } from 'react'
import { useIntl } from 'react-intl'

interface Props {
  readonly interrupted: readonly UploadItem[]
  readonly uploads: UploadsApi
}

/** Reading the files again needs a user gesture: one choice of the same files or folder resumes them all. */
export function ChooseAgain({ interrupted, uploads }: Props) {
  const intl = useIntl()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { sources } = readPicked(target.files ?? [])
    // The same file may be chosen again.
    target.value = ''
    uploads.chooseAgain(sources)
  }
  const choose = intl.formatMessage({ id: 'uploads.choose_files' })
  const chooseFolder = intl.formatMessage({ id: 'uploads.choose_folder' })
  return (
    <>
      {interrupted.some(({ path }) => path === '') ? (
        <Button size="s" onClick={() => files.current?.click()}>
          {choose}
        </Button>
      ) : null}
      {interrupted.some(({ path }) => path !== '') ? (
        <Button size="s" onClick={() => folder.current?.click()}>
          {chooseFolder}
        </Button>
      ) : null}
      <input ref={files} type="file" multiple hidden aria-label={choose} onChange={take} />
      <input ref={folder} type="file" webkitdirectory="" hidden aria-label={chooseFolder} onChange={take} />
    </>
  )
}
