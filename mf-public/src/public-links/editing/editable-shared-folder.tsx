import {
  publicCreateRemoteUpload,
  publicMove,
  publicRemoteUploads,
  publicRemove,
  publicRemoveRemoteUpload,
  publicRename,
  publicTakenNames,
} from '@holdall/api'
import { api } from '@holdall/api-client'
import { FurtherIntl, type RemoteUploadCalls } from '@holdall/section'
import { useMemo } from 'react'
import { type OpenShare, useRecheckShare } from '../public-link-queries.ts'
import { SharedFolder } from '../shared-folder.tsx'
import type { EditableLink, LinkCalls } from './editable-link.ts'
import { EditingFolder } from './editing-folder.tsx'
import { editingMessages } from './editing-messages.ts'

/** The folder of a link that allows editing. */
export function EditableSharedFolder({ share }: { readonly share: OpenShare }) {
  const { token, name, canUploadRemote } = share
  const owner = share.owner?.name ?? ''
  const recheck = useRecheckShare(token)
  const link = useMemo<EditableLink>(
    () => ({
      target: { token },
      name,
      owner,
      calls: callsOf(token),
      remoteUploads: canUploadRemote ? remoteUploadsOf(token) : undefined,
      recheck,
    }),
    [token, name, owner, canUploadRemote, recheck],
  )
  return (
    <FurtherIntl further={editingMessages}>
      <EditingFolder link={link}>{(editing) => <SharedFolder share={share} editing={editing} />}</EditingFolder>
    </FurtherIntl>
  )
}

const callsOf = (token: string): LinkCalls => ({
  taken: async (folderId, names) =>
    (await api.call(publicTakenNames, { params: { id: folderId ?? 'all', token }, body: { names: [...names] } })).data,
  rename: async (id, name) => (await api.call(publicRename, { params: { id, token }, body: { name } })).data,
  move: (body) => api.call(publicMove, { params: { token }, body }),
  remove: (selection) => api.call(publicRemove, { params: { token }, body: selection }),
})

const remoteUploadsOf = (token: string): RemoteUploadCalls => ({
  key: ['link-remote-uploads', token],
  list: async (signal) => (await api.call(publicRemoteUploads, { params: { token } }, { signal })).data,
  start: async (urls, parentId) => {
    const body = { urls: [...urls], parent_id: parentId }
    return (await api.call(publicCreateRemoteUpload, { params: { token }, body })).data
  },
  remove: (id) => api.call(publicRemoveRemoteUpload, { params: { id, token } }),
})
