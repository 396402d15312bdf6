import type { Entry } from '@holdall/api'
import { type ActionGroups, type Picked, readPicked, showEntries, type Target } from '@holdall/file-browser'
import { useHost, useParams } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { CloudDownload, FilePen, FolderInput, FolderPlus, FolderUp, Trash2, Upload } from '@holdall/ui/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useCallback, useRef } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { CreateMenu, EmptyEditableFolder } from './create-menu.tsx'
import type { EditableLink, FolderEditing } from './editable-link.ts'
import { linkFolderName } from './link-folder-name.ts'
import { LinkRemoteUploads } from './link-remote-uploads.tsx'
import { useLinkMutations } from './link-mutations.ts'
import { useLinkChanges } from './use-link-changes.ts'
import { useLinkDrop } from './use-link-drop.ts'
import { useLinkUpload } from './use-link-upload.ts'

/** Receives what is dropped on its folders; it has no box of its own. */
const DropArea = styled.div`
  display: contents;
`

interface EditingFolderProps {
  /** Keeps its identity while it is the same. */
  readonly link: EditableLink
  /** Whether the page has another main action than to add something. */
  readonly hasMainAction?: boolean
  readonly children: (editing: FolderEditing) => ReactNode
}

/** The folder of a link with what its visitor may do in it: add, rename, move and delete. */
export function EditingFolder({ link, hasMainAction = false, children }: EditingFolderProps) {
  const { token } = link.target
  const { id: folderId = null } = useParams()
  const { overlay } = useHost()
  const intl = useIntl()
  const client = useQueryClient()
  const phone = useIsPhone()
  const input = useRef<HTMLInputElement>(null)
  const mutations = useLinkMutations(link)
  const upload = useLinkUpload(link)
  const drop = useLinkDrop(mutations)
  useLinkChanges(token)
  const text = (id: string) => intl.formatMessage({ id })

  const add = (picked: Picked, id: string | null) => {
    void upload(picked, id, id === null ? link.name : linkFolderName(client, token, id))
  }
  const choose = (isFolder: boolean) => {
    if (!input.current) return
    input.current.webkitdirectory = isFolder
    input.current.click()
  }
  const onChoose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = readPicked(target.files ?? [])
    // The same file may be chosen again.
    target.value = ''
    add(picked, folderId)
  }
  const report = useCallback((error: unknown) => void mutations.report(error), [mutations])
  const remote = link.remoteUploads
  const openRemote = () => {
    if (!remote) return
    const name = folderId === null ? link.name : linkFolderName(client, token, folderId)
    overlay.open('remote-upload', { parentId: folderId, link: { name, calls: remote, report } })
  }
  const create: ActionGroups = [
    [
      { id: 'upload-files', label: text('link.upload.files'), icon: Upload, run: () => choose(false) },
      { id: 'upload-folder', label: text('link.upload.folder'), icon: FolderUp, run: () => choose(true) },
      ...(remote
        ? [{ id: 'remote-upload', label: text('link.upload.remote'), icon: CloudDownload, run: openRemote }]
        : []),
      {
        id: 'create-folder',
        label: text('link.create_folder'),
        icon: FolderPlus,
        run: () => {
          const onCreated = (id: string, name: string) => showEntries(folderId, [id], name)
          overlay.open('create-folder', { parentId: folderId, link: link.target, onCreated })
        },
      },
    ],
  ]

  const rename = (target: Target, entry: Entry) => {
    const { id, type } = entry
    const { name } = entry.attributes
    // On a phone the row is too narrow for the field.
    if (!phone) target.rename()
    else overlay.open('rename-item', { id, name, type, save: (next) => mutations.rename(entry, next) })
  }
  const openMove = (target: Target) => {
    const [selection] = target.wire()
    const isAll = selection !== undefined && 'all' in selection
    overlay.open('move', {
      ids: isAll ? selection.except : target.entries.map(({ id }) => id),
      allBut: isAll,
      fromId: folderId,
      link: {
        ...link.target,
        name: link.name,
        count: target.count,
        move: (toId) => mutations.move(target, folderId, toId),
      },
    })
  }
  const changes = (target: Target): ActionGroups => {
    const { single } = target
    return [
      [
        ...(single
          ? [
              {
                id: 'rename',
                label: text('link.action.rename'),
                icon: FilePen,
                shortcut: 'F2',
                run: () => rename(target, single),
              },
            ]
          : []),
        {
          id: 'move',
          label: text('link.action.move'),
          icon: FolderInput,
          flip: true,
          inBar: true,
          run: () => openMove(target),
        },
      ],
      [
        {
          id: 'delete',
          label: text('link.action.delete'),
          icon: Trash2,
          shortcut: text('link.key.delete'),
          danger: true,
          inBar: true,
          run: () => void mutations.remove(target),
        },
      ],
    ]
  }

  return (
    <DropArea {...drop}>
      {children({
        changes,
        create: <CreateMenu groups={create} isMain={!hasMainAction} />,
        handlers: {
          backgroundActions: () => create,
          movable: true,
          onDelete: (target) => void mutations.remove(target),
          onDrop: (picked, folder) => add(picked, folder?.id ?? folderId),
          onRename: mutations.rename,
        },
        choose,
        empty: <EmptyEditableFolder groups={create} owner={link.owner} />,
      })}
      {remote ? <LinkRemoteUploads token={token} name={link.name} calls={remote} report={report} /> : null}
      <input ref={input} type="file" multiple hidden onChange={onChoose} aria-label={text('link.upload.files')} />
    </DropArea>
  )
}
