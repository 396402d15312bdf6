import { useHost, type UploadItem, type UploadsApi } from '@holdall/section'
import { Button, VisuallyHidden } from '@holdall/ui'
import { useRef } from 'react'
import { useIntl } from 'react-intl'

/** A browser forgets files at a reload: the same one is picked again, and the upload goes on where it was. */
export function PickAgain({ item, uploads }: { readonly item: UploadItem; readonly uploads: UploadsApi }) {
  const intl = useIntl()
  const { toasts } = useHost()
  const input = useRef<HTMLInputElement>(null)
  const picked = (file: File | undefined) => {
    if (!file) return
    if (file.name !== item.name || file.size !== item.size) {
      toasts.show({ type: 'danger', message: intl.formatMessage({ id: 'uploads.other_file' }, { name: item.name }) })
      return
    }
    uploads.add([{ file, path: item.path }], item.folderId)
  }
  return (
    <>
      <Button size="s" onClick={() => input.current?.click()}>
        {intl.formatMessage({ id: 'uploads.pick_again' })}
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label={intl.formatMessage({ id: 'uploads.pick_again_for' }, { name: item.name })}
          onChange={(event) => {
            picked(event.target.files?.[0])
          }}
        />
      </VisuallyHidden>
    </>
  )
}
