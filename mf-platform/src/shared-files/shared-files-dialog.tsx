import {
  deleteSharedFiles,
  MAX_SHARED_FILES,
  readSharedFiles,
  type SharedFilesFailure,
} from '@holdall/file-browser/shared-files'
import { formatBytes, FurtherIntl, useHost } from '@holdall/section'
import { Button, Skeleton } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { teamLists } from '../entries/cached-entries.ts'
import { DialogButtons } from '../form-dialog/form-dialog.tsx'
import { useUpload } from '../uploading/use-upload.ts'
import { FolderPicker, type Picked } from '../move/folder-picker.tsx'
import { sharedFilesMessages } from './shared-files-messages.ts'

interface Props {
  /** The id of the files, or why there are none. */
  readonly shared: string
}

/** Asks where to upload what was shared with the installed app. Nothing is uploaded before an answer. */
export const SharedFilesDialog = ({ shared }: Props) => (
  <FurtherIntl further={sharedFilesMessages}>
    <Question key={shared} shared={shared} />
  </FurtherIntl>
)

const failureTexts: Readonly<Record<SharedFilesFailure, string>> = {
  none: 'shared_files.failed_none',
  'too-many': 'shared_files.failed_too_many',
  'too-large': 'shared_files.failed_too_large',
  unavailable: 'shared_files.failed_unavailable',
}
const isFailure = (shared: string): shared is SharedFilesFailure => Object.hasOwn(failureTexts, shared)

function Question({ shared }: Props) {
  const intl = useIntl()
  const { config, navigation } = useHost()
  const upload = useUpload()
  const found = useSharedFiles(shared)
  const [target, setTarget] = useState<Picked>({ id: null })
  const leave = (folderId: string | null) => {
    deleteSharedFiles(shared).catch(() => undefined)
    navigation.go({ name: 'Files', ...(folderId !== null && { params: { id: folderId } }) }, { replace: true })
  }
  const text = (id: string) => intl.formatMessage({ id })
  const close = () => {
    leave(null)
  }
  if (typeof found === 'string') {
    return (
      <Dialog
        open
        onClose={close}
        title={text('shared_files.failed')}
        closeLabel={text('popup.close')}
        footer={
          <Button variant="primary" onClick={close}>
            <FormattedMessage id="popup.close" />
          </Button>
        }
      >
        <FormattedMessage id={failureTexts[found]} values={{ count: MAX_SHARED_FILES }} />
      </Dialog>
    )
  }
  const submit = () => {
    if (!found) return
    // The folder first: questions about names are closed by navigation.
    leave(target.id)
    void upload({ sources: found.map((file) => ({ file })), emptyFolders: [], unreadable: 0 }, target.id)
  }
  return (
    <Dialog
      open
      onClose={close}
      title={intl.formatMessage({ id: 'shared_files.title' }, { name: config.name })}
      closeLabel={text('popup.close')}
      footer={
        <DialogButtons close={close} disabledReason={found ? undefined : text('shared_files.loading')} onClick={submit}>
          <FormattedMessage id="shared_files.upload" />
        </DialogButtons>
      }
    >
      {found ? <FileNames files={found} /> : <Skeleton height={44} width="100%" />}
      <Label>
        <FormattedMessage id="shared_files.choose" />
      </Label>
      <FolderPicker isMoved={() => false} picked={target} onPick={setTarget} teams={teamLists} />
    </Dialog>
  )
}

/** The files of an id, or why there are none; null while they are read. */
function useSharedFiles(shared: string): readonly File[] | SharedFilesFailure | null {
  const [found, setFound] = useState<readonly File[] | SharedFilesFailure | null>(isFailure(shared) ? shared : null)
  useEffect(() => {
    if (isFailure(shared)) return undefined
    let isCurrent = true
    void readSharedFiles(shared, Date.now())
      .catch(() => null)
      .then((files) => {
        if (isCurrent) setFound(files ?? 'unavailable')
      })
    return () => {
      isCurrent = false
    }
  }, [shared])
  return found
}

const Label = styled.p`
  margin-block: 16px 8px;
  color: var(--text-2);
  font-size: var(--t-13);
`
const Names = styled.ul`
  max-block-size: 160px;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
  & > li {
    display: flex;
    gap: 16px;
    padding-block: 4px;
  }
  & > li > :first-child {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > li > :last-child {
    flex: none;
    color: var(--text-2);
  }
`

function FileNames({ files }: { readonly files: readonly File[] }) {
  const intl = useIntl()
  const sizeOf = (bytes: number) => formatBytes(intl, bytes)
  const size = sizeOf(files.reduce((bytes, file) => bytes + file.size, 0))
  return (
    <>
      <Label>
        <FormattedMessage id="shared_files.count" values={{ count: files.length, size }} />
      </Label>
      <Names tabIndex={0} aria-label={intl.formatMessage({ id: 'shared_files.list' })}>
        {files.map((file, at) => (
          <li key={`${String(at)} ${file.name}`}>
            <span dir="auto">{file.name}</span>
            <span>{sizeOf(file.size)}</span>
          </li>
        ))}
      </Names>
    </>
  )
}
