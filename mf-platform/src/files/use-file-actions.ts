import type { RefObject } from 'react'
import type { Entry } from '@holdall/api'
import { type ActionGroups, downloadFiles, type FileAction, type Target } from '@holdall/file-browser'
import { useHost, useSession } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { Download, FilePen, FolderInput, FolderPlus, FolderUp, Share2, Trash2, Upload } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { openAction } from '../entries/open-action.ts'
import type { useFileMutations } from '../entries/file-mutations.ts'
import type { UploadPicker } from './upload-inputs.tsx'

type Mutations = ReturnType<typeof useFileMutations>

/** The actions on entries of the user's files. */
export function useFileActions(folderId: string | null, picker: RefObject<UploadPicker | null>, { trash }: Mutations) {
  const { overlay, navigation } = useHost()
  const session = useSession()
  const intl = useIntl()
  const phone = useIsPhone()
  const text = (id: string) => intl.formatMessage({ id })
  const may = session.state === 'signed-in' ? session.user.meta.restrictions : null

  const share = (entry: Entry): FileAction => ({
    id: 'share',
    label: text(entry.relationships.shared ? 'files.action.share_edit' : 'files.action.share'),
    icon: Share2,
    run: () => {
      openShare(overlay, entry)
    },
  })
  const download = ({ all, entries, load }: Target): FileAction => {
    const hasFolder = all || entries.some(({ type }) => type === 'folder')
    return {
      id: 'download',
      label: text('files.action.download'),
      icon: Download,
      inBar: true,
      disabledReason: hasFolder ? text('files.action.download_folder') : undefined,
      run: () => {
        if (may?.canDownload === false) {
          overlay.alert({ title: text('files.download_disabled'), ...(may.reason && { message: may.reason }) })
        } else void load().then(downloadFiles)
      },
    }
  }
  const rename = (target: Target, { id, type, attributes: { name } }: Entry): FileAction => ({
    id: 'rename',
    label: text('files.action.rename'),
    icon: FilePen,
    shortcut: 'F2',
    run: () => {
      if (phone) overlay.open('rename-item', { id, name, type })
      else target.rename()
    },
  })
  const move = (target: Target): FileAction => ({
    id: 'move',
    label: text('files.action.move'),
    icon: FolderInput,
    inBar: true,
    run: () => {
      const [selection] = target.wire()
      if (selection && 'all' in selection) {
        overlay.open('move', { ids: selection.except, fromId: folderId, allBut: true })
      } else overlay.open('move', { ids: target.entries.map(({ id }) => id), fromId: folderId })
    },
  })
  const actions = (target: Target): ActionGroups => {
    const { single } = target
    return [
      [...openAction(target, intl, navigation), download(target)],
      single ? [share(single)] : [],
      [...(single ? [rename(target, single)] : []), move(target)],
      [
        {
          id: 'delete',
          label: text('files.action.delete'),
          icon: Trash2,
          shortcut: text('files.key.delete'),
          danger: true,
          inBar: true,
          run: () => void trash(target, folderId),
        },
      ],
    ]
  }
  const create: ActionGroups = [
    [
      { id: 'upload-files', label: text('files.upload.files'), icon: Upload, run: () => picker.current?.files() },
      { id: 'upload-folder', label: text('files.upload.folder'), icon: FolderUp, run: () => picker.current?.folder() },
      {
        id: 'create-folder',
        label: text('files.create_folder.action'),
        icon: FolderPlus,
        run: () => {
          overlay.open('create-folder', { parentId: folderId })
        },
      },
    ],
  ]
  return { actions, create, quickAction: share, backgroundActions: () => create }
}

function openShare(
  overlay: ReturnType<typeof useHost>['overlay'],
  { id, type, attributes: { name }, relationships }: Entry,
) {
  const token = relationships.shared?.data.attributes.token
  if (token) overlay.open('share-edit', { id, name, type, token })
  else overlay.open('share-create', { id, name, type })
}
