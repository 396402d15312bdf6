import {
  browseUploadRequests,
  changeUploadRequestEnd,
  closeUploadRequest,
  createUploadRequest,
  emailUploadRequest,
  renewUploadRequest,
  uploadRequestQrCode,
} from '@holdall/api'
import { refuseClosed } from '../../access/refuse-closed.ts'
import { refuseRestricted } from '../../access/restrictions.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { pageBounds } from '../entries/browse-folder.ts'
import { paginate } from '../entries/present-entry.ts'
import { linkOrigin } from '../entries/present-owned-entries.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { countMails, refuseMails } from '../share-links/share-link-mails.ts'
import { qrCodeSvg } from '../share-links/share-qr-code.ts'
import { presentUploadRequest } from './present-upload-request.ts'
import * as service from './upload-request-service.ts'
import { inviteByMail } from './upload-request-mails.ts'
import { stateOf, statusForVisitors } from './upload-request-state.ts'
import { type FoundRequest, ownRequest, pageOfRequests } from './upload-request.store.ts'

type Deps = service.RequestDeps & Pick<Infrastructure, 'config'>

/** What owners do with their upload requests. */
export function uploadRequestRoutes(services: Deps): Route[] {
  const { clock, db } = services
  const present = (request: FoundRequest) =>
    presentUploadRequest(request, { origin: linkOrigin(services), now: clock.now() })

  const own = async (ownerId: string, token: string) => {
    const request = await ownRequest(db, ownerId, token)
    if (!request) throw refuse('not-found')
    return request
  }

  return [
    handle(createUploadRequest, async ({ body }, { actor, entry: parent }) => {
      await refuseRestricted(db, actor, 'create-folder')
      if (body.email) await refuseMails(services, actor.userId, 'email')
      return { data: present(await service.createRequest(services, parent, body)) }
    }),

    handle(browseUploadRequests, async ({ query }, { actor }) => {
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, total } = await pageOfRequests(db, actor.userId, bounds)
      return { data: rows.map(present), meta: { paginate: paginate({ shown: rows.length, total, page, perPage }) } }
    }),

    handle(closeUploadRequest, async ({ params }, { actor }) => ({
      data: present(await service.closeRequest(services, actor.userId, params.token)),
    })),

    handle(changeUploadRequestEnd, async ({ params, body }, { actor }) => ({
      data: present(await service.changeEnd(services, actor.userId, params.token, body)),
    })),

    handle(renewUploadRequest, async ({ params, body }, { actor }) => {
      await refuseRestricted(db, actor, 'create-folder')
      return { data: present(await service.renewRequest(services, actor.userId, params.token, body)) }
    }),

    handle(uploadRequestQrCode, async ({ params, query }, { actor }) => {
      const origin = linkOrigin(services) || query.origin
      if (!origin) throw refuse('validation', { errors: { origin: ['This is needed.'] } })
      const { id, token } = await own(actor.userId, params.token)
      const svg = await qrCodeSvg(`${origin}/request/${token}/upload`)
      return { data: { id, type: 'qr-code' as const, attributes: { svg } } }
    }),

    handle(emailUploadRequest, async ({ params, body }, { actor }) => {
      const request = await own(actor.userId, params.token)
      refuseClosed({ status: statusForVisitors(stateOf(request, clock.now())) })
      await refuseMails(services, actor.userId)
      const emails = new Set(body.emails)
      await services.transact(async (trx) => {
        await countMails(services, trx, actor.userId, emails.size)
        for (const email of emails) await inviteByMail(services, trx, request, email)
      })
      return { message: emails.size === 1 ? 'The link will be sent.' : 'The links will be sent.', count: emails.size }
    }),
  ]
}
