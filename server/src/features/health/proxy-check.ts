import { SetupCheck } from '@holdall/api'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { minute, second } from '../../infrastructure/clock.ts'
import type { Config } from '../../infrastructure/config/config.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { readBody } from '../../infrastructure/outgoing/guarded-fetch.ts'
import { createOutgoing } from '../../infrastructure/outgoing/outgoing.ts'
import type { Secret } from '../../infrastructure/secret.ts'
import { allowanceOf, allowing } from '../setup/private-address.ts'
import { requestChecks, runChecks } from '../setup/status-checks.ts'

const path = '/healthz/proxy'
const header = 'x-holdall-check'
const purpose = 'proxy-check'
const TTL_MS = minute
const TIMEOUT_MS = 8 * second

const Answer = z.object({ checks: z.array(SetupCheck) })
type Checks = z.infer<typeof Answer>['checks']

/**
 * How a call reached this server: by which address, and with which headers of a proxy. Answers the command line only, which
 * signs the time with the key of the data folder: addresses of the network are not for everybody.
 */
export function registerProxyCheck(
  app: FastifyInstance,
  services: Pick<Infrastructure, 'clock' | 'config' | 'log' | 'secret'>,
): void {
  const { clock, secret, log } = services
  app.get(path, async (request): Promise<z.infer<typeof Answer>> => {
    const [at = '', signature = ''] = String(request.headers[header] ?? '').split('.')
    const isRecent = Math.abs(clock.now() - Number(at)) <= TTL_MS
    if (!isRecent || !secret.verify(purpose, at, signature)) throw refuse('not-found')
    const checks = await runChecks(requestChecks(services, request), textIn(), (check, error) =>
      log.warn({ err: error, check }, 'a check of the proxy failed'),
    )
    return { checks }
  })
}

/** Calls the public address, as browsers do, and resolves with what the server there found. Rejects where none answers. */
export async function checkProxy(
  { outgoingAllow }: Pick<Config, 'outgoingAllow'>,
  publicUrl: string,
  { secret, now }: { readonly secret: Secret; readonly now: number },
): Promise<Checks> {
  const { protocol, hostname, port } = new URL(publicUrl)
  const allowance = allowanceOf(hostname, Number(port || (protocol === 'https:' ? 443 : 80)))
  const outgoing = createOutgoing({ allow: allowing(outgoingAllow, allowance) })
  const headers = { [header]: `${now}.${secret.sign(purpose, String(now))}` }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await outgoing.request(`${publicUrl}${path}`, { method: 'GET', headers }, signal)
  try {
    const body = await readBody(response, signal)
    if (response.status !== 200) throw new Error(`the answer has the status ${response.status}`)
    return Answer.parse(JSON.parse(String(body))).checks
  } finally {
    response.close()
  }
}
