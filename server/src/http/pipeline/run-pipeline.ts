import { type Endpoint, takesFile } from '@holdall/api'
import { type Actor, linkOf } from '../../access/actor.ts'
import { actingPartyOf } from './acting-party-of.ts'
import { authorise } from '../../access/authorise.ts'
import { refuseDisabled } from '../../access/refuse-disabled.ts'
import { unlessEnding } from '../../access/ending-account.ts'
import { withinScopes } from '../../access/token-scopes.ts'
import { refuseRestrictedOwners } from '../../access/restrictions.ts'
import { actingParty } from '../../infrastructure/db/recorded-activity.ts'
import { workOwner } from '../../infrastructure/fair-queue.ts'
import { type RequestOrigin, requestOrigin } from '../../infrastructure/realtime/request-origin.ts'
import { socketIdFrom } from '../../infrastructure/realtime/pusher-protocol.ts'
import type { Exchange } from '../route.ts'
import { checkChanges, checkRefusal } from './check-answer.ts'
import { explainQuota } from './explain-quota.ts'
import { gate } from './gate.ts'
import { parseParams } from './parse-input.ts'
import type { PipelineServices } from './pipeline-services.ts'
import { presentResult } from './present-result.ts'
import { receiveInput, withUploadSlot } from './receive-input.ts'
import { resolveActor } from './resolve-actor.ts'
import { throttled } from './throttled.ts'
import { workOwnerOf } from './work-owner-of.ts'

/**
 * The stages of a request, in order. `refuseCrossSite` runs before them, for every request.
 * Nothing of the body is read before the gate, and no handler runs before its targets are authorised.
 */
export async function runPipeline(services: PipelineServices, exchange: Exchange): Promise<unknown> {
  try {
    return await workOwner.run(workOwnerOf({ kind: 'anonymous' }, exchange.request), () =>
      runStages(services, exchange),
    )
  } catch (error) {
    // A client that is gone is answered nothing.
    if (services.validateResponses && !exchange.request.socket.destroyed) checkRefusal(exchange.route.endpoint, error)
    throw error
  }
}

/**
 * Who sends the file of a call: for a link its visitor, who is known before the file is received. Throws where the link
 * allows no file at all.
 */
async function senderOf(
  services: PipelineServices,
  { route: { endpoint }, request }: Exchange,
  params: unknown,
  caller: Actor,
): Promise<Actor> {
  const { access } = endpoint
  if (access.by === 'installer') {
    // The key is checked before anything of the body is read.
    const input = { params, query: {}, body: {} }
    return throttled(services, endpoint, request, input, caller, () =>
      resolveActor(services, endpoint, request, caller),
    )
  }
  if ((access.by !== 'visitor' && access.by !== 'request-visitor') || !takesFile(endpoint)) return caller
  const input = { params, query: {}, body: {} }
  return throttled(services, endpoint, request, input, caller, async () => {
    const visitor = await resolveActor(services, endpoint, request, caller)
    // Without a body the target is the shared entry: what is not allowed there is not allowed anywhere below it.
    await authorise(services, visitor, access.targets, input)
    return visitor
  })
}

function originOf({ request, reply: { raw } }: Exchange, actor: Actor): RequestOrigin {
  const answered = new Promise<void>((resolve) => {
    raw.once('finish', resolve)
    raw.once('close', resolve)
  })
  return {
    socketId: socketIdFrom(request.headers['x-socket-id']),
    userId: actor.kind === 'user' ? actor.userId : undefined,
    changed: new Set(),
    answered,
    endsSessions: false,
  }
}

async function admittedCaller(services: PipelineServices, { route: { endpoint }, request }: Exchange): Promise<Actor> {
  const caller = unlessEnding(endpoint, withinScopes(endpoint, await services.sessions.actorOf(request)))
  await gate(services, endpoint, caller)
  return caller
}

/**
 * The caller once the body is there. It takes as long as its sender likes, and a slot of an upload may take long too: in
 * the meantime the session may have ended, or its confirmation, or the setup.
 */
async function callerAfterBody(services: PipelineServices, exchange: Exchange, before: Actor): Promise<Actor> {
  if (before.kind !== 'anonymous') return admittedCaller(services, exchange)
  await gate(services, exchange.route.endpoint, before)
  return before
}

/**
 * Reads wait for a turn of their session and account, and reads of visitors for a turn of their link and of its owner. Files are streamed, and
 * zips have slots of their own.
 */
function inReadTurn<T>(
  { accountReads, visitorReads }: PipelineServices,
  { method, answers }: Endpoint,
  actor: Actor,
  read: () => Promise<T>,
): Promise<T> {
  if (method !== 'GET' || answers !== 'json') return read()
  switch (actor.kind) {
    case 'user':
      return accountReads.run(actor, read)
    case 'visitor':
    case 'request-visitor':
      return visitorReads.run(linkOf(actor), read)
    case 'half':
    case 'anonymous':
      return read()
  }
}

async function runStages(services: PipelineServices, exchange: Exchange): Promise<unknown> {
  const { route, request, reply } = exchange
  const { endpoint, run } = route
  const params = parseParams(endpoint, request)
  const isWhole = request.raw.complete && !takesFile(endpoint)
  const first = await admittedCaller(services, exchange)
  const sender = await senderOf(services, exchange, params, first)
  return withUploadSlot(services, endpoint, sender, async () => {
    const { input, upload, release } = await receiveInput(services, exchange, params, sender)
    try {
      const caller = isWhole ? first : await callerAfterBody(services, exchange, first)
      const result = await throttled(services, endpoint, request, input, caller, async () => {
        const { access } = endpoint
        const actor = await resolveActor(services, endpoint, request, caller)
        const targets = 'targets' in access ? access.targets : {}
        await refuseDisabled(services, actor, targets)
        const authorised = await authorise(services, actor, targets, input)
        if (endpoint.restriction) {
          const { entry, selected } = authorised
          const ownerIds = (entry ? [entry] : selected).map((item) => item.owner_id)
          await refuseRestrictedOwners(services.db, actor, ownerIds, endpoint.restriction)
        }
        void reply.code(endpoint.status)
        const origin = originOf(exchange, actor)
        const handle = () => run(input, { actor, ...authorised, request, reply, upload })
        const answer = await requestOrigin.run(origin, () =>
          workOwner.run(workOwnerOf(actor, request), () =>
            actingParty
              .run(actingPartyOf(actor, request), () => inReadTurn(services, endpoint, actor, handle))
              .catch((error: unknown) => {
                throw explainQuota(error, actor, authorised)
              }),
          ),
        )
        if (services.validateResponses) checkChanges(endpoint, origin.changed)
        return answer
      })
      return await presentResult(services, endpoint, reply, result)
    } finally {
      await release()
    }
  })
}
