import { requestedMove, requestedRemove, requestedRename } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost, useUploads } from '@holdall/section'
import { useDocumentTitle } from '@holdall/ui'
import { useEffect, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import type { EditableLink, LinkCalls } from '../public-links/editing/editable-link.ts'
import { EditingFolder } from '../public-links/editing/editing-folder.tsx'
import { RequestCard } from './request-card.tsx'
import { type OpenRequestProps, RequestedFolder } from './requested-folder.tsx'
import { useRecheckRequest } from './upload-request-queries.ts'

/** A request that takes files: a card before the first upload, then the folder of what was uploaded. */
export function OpenRequest({ request, onFinished }: OpenRequestProps) {
  const { token, name, status } = request.attributes
  const owner = request.relationships.user.data.attributes.name
  const { config } = useHost()
  const intl = useIntl()
  const recheck = useRecheckRequest(token)
  useDocumentTitle(intl.formatMessage({ id: 'request.title' }, { owner }), config.name)
  useRecheckOnFailure(token, recheck)
  const link = useMemo<EditableLink>(
    () => ({ target: { token, kind: 'upload-request' }, name, owner, calls: callsOf(token), recheck }),
    [token, name, owner, recheck],
  )
  // What had the focus on the card is removed with the card.
  const [wasActive] = useState(status === 'active')
  return (
    <EditingFolder link={link} hasMainAction>
      {(editing) =>
        status === 'active' ? (
          <RequestCard request={request} editing={editing} />
        ) : (
          <RequestedFolder request={request} editing={editing} takesFocus={wasActive} onFinished={onFinished} />
        )
      }
    </EditingFolder>
  )
}

/** A failed upload may mean that the request has ended, which the page then says. */
function useRecheckOnFailure(token: string, recheck: () => Promise<boolean>) {
  const failed = useUploads().filter(({ link, state }) => link?.token === token && state.step === 'failed').length
  useEffect(() => {
    if (failed > 0) void recheck()
  }, [failed, recheck])
}

const callsOf = (token: string): LinkCalls => ({
  // What is in the folder was uploaded by the visitors themselves: a taken name gets a number.
  taken: () => Promise.resolve([]),
  rename: async (id, name) => (await api.call(requestedRename, { params: { id, token }, body: { name } })).data,
  move: (body) => api.call(requestedMove, { params: { token }, body }),
  remove: (selection) => api.call(requestedRemove, { params: { token }, body: selection }),
})
