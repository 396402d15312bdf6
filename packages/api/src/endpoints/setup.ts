import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { NewAccount } from '../resources/account.ts'
import { one } from '../resources/field-types.ts'

const installer = { by: 'installer' } as const
/** Name of the header for the one-time setup key, which must not be in a query: logs keep queries. */
export const setupKeyHeader = 'x-holdall-setup-key'

export const SetupCheck = z.object({
  id: z.enum(['runtime', 'database', 'storage', 'space', 'clock', 'address', 'ffmpeg']),
  state: z.enum(['ok', 'warning', 'failed']),
  /** The value found: a version, a path, bytes. */
  found: z.string(),
  /** A message that says what to do, or what is optional; null where there is nothing to say. */
  advice: z.nullable(z.string()),
})

export const setupStatus = endpoint({
  id: 'setup.status',
  method: 'GET',
  path: '/api/setup/status',
  summary: 'Check what this Holdall runs on',
  access: installer,
  response: one(
    z.object({
      id: z.literal('setup'),
      type: z.literal('setup-status'),
      attributes: z.object({ ready: z.boolean(), checks: z.array(SetupCheck) }),
    }),
  ),
  throttle: 'setup-key',
})

export const setupAdmin = endpoint({
  id: 'setup.admin',
  method: 'POST',
  path: '/api/setup/admin',
  summary: 'Create the first owner, finish the installation and sign in',
  access: installer,
  body: NewAccount,
  status: 204,
  errors: ['conflict'],
  throttle: 'setup-key',
  changes: ['user'],
})
