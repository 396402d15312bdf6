import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { NewAccount } from '../resources/account.ts'
import { AppImageName } from '../resources/app-settings.ts'
import { Email } from '../resources/email.ts'
import { one } from '../resources/field-types.ts'
import {
  MAX_APP_IMAGE_UPLOAD_BYTES,
  PublicUrl,
  SetupApp,
  SetupBroadcast,
  SetupDatabase,
  SetupEnvironment,
  SetupMail,
  SetupStep,
  SetupStorage,
  SetupValues,
  StorageTest,
} from '../resources/setup.ts'
import { oneLine } from '../resources/text.ts'

const installer = { by: 'installer' } as const
/** Name of the header for the one-time setup key, which must not be in a query: logs keep queries. */
export const setupKeyHeader = 'x-holdall-setup-key'

export const SetupCheck = z.object({
  id: z.enum(['runtime', 'memory', 'database', 'storage', 'space', 'clock', 'address', 'proxy', 'ffmpeg']),
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
  summary: 'Check what this Holdall runs on, and tell which step of the setup is next',
  access: installer,
  response: one(
    z.object({
      id: z.literal('setup'),
      type: z.literal('setup-status'),
      attributes: z.object({
        ready: z.boolean(),
        checks: z.array(SetupCheck),
        /** The first step that is not finished. */
        next: SetupStep,
        finished: z.array(SetupStep),
      }),
    }),
  ),
  throttle: 'setup-key',
})

export const setupValues = endpoint({
  id: 'setup.values',
  method: 'GET',
  path: '/api/setup/values',
  summary: 'What is configured, without passwords, and what the environment decides',
  access: installer,
  response: one(z.object({ id: z.literal('setup'), type: z.literal('setup-values'), attributes: SetupValues })),
  throttle: 'setup-key',
})

export const setupPurchaseCode = endpoint({
  id: 'setup.purchase-code',
  method: 'POST',
  path: '/api/setup/purchase-code',
  summary: 'Keep a purchase code, or skip it; it unlocks nothing',
  access: installer,
  body: z.object({ purchase_code: z.nullable(oneLine(200)) }),
  throttle: 'setup-key',
  changes: [],
})

export const testSetupDatabase = endpoint({
  id: 'setup.test-database',
  method: 'POST',
  path: '/api/setup/database/test',
  summary: 'Check whether a database can be used, and tell what is in it',
  access: installer,
  body: SetupDatabase,
  response: one(
    z.object({
      id: z.literal('setup'),
      type: z.literal('setup-database'),
      attributes: z.object({
        version: z.string(),
        /** `holdall`: its tables, without an owner. `installed`: an installation. */
        state: z.enum(['empty', 'holdall', 'installed']),
        accounts: z.int(),
      }),
    }),
  ),
  errors: ['database-unusable', 'private-address'],
  throttle: 'setup-key',
  changes: [],
})

export const setupDatabase = endpoint({
  id: 'setup.database',
  method: 'POST',
  path: '/api/setup/database',
  summary: 'Use a database from now on; nothing is moved to it',
  access: installer,
  body: SetupDatabase,
  status: 204,
  errors: ['database-in-use', 'database-unusable', 'private-address', 'restart-failed'],
  throttle: 'setup-key',
  changes: [],
})

export const testSetupStorage = endpoint({
  id: 'setup.test-storage',
  method: 'POST',
  path: '/api/setup/storage/test',
  summary: 'Write, read and delete in a storage what Holdall would',
  access: installer,
  body: z.object({ storage: SetupStorage }),
  response: one(z.object({ id: z.literal('setup'), type: z.literal('setup-storage'), attributes: StorageTest })),
  errors: ['private-address', 'setup-locked'],
  throttle: 'setup-key',
  changes: [],
})

export const testSetupMail = endpoint({
  id: 'setup.test-mail',
  method: 'POST',
  path: '/api/setup/mail/test',
  summary: 'Send a test mail by a mail server',
  access: installer,
  body: z.object({ mail: SetupMail, public_url: PublicUrl, to: Email }),
  errors: ['mail-unusable', 'private-address'],
  throttle: 'setup-key',
  changes: [],
})

export const testSetupBroadcast = endpoint({
  id: 'setup.test-broadcast',
  method: 'POST',
  path: '/api/setup/broadcast/test',
  summary: 'Send an event by a server that speaks the Pusher protocol, and wait until it arrives',
  access: installer,
  body: z.object({ broadcast: SetupBroadcast }),
  errors: ['broadcast-unusable', 'private-address', 'setup-locked'],
  throttle: 'setup-key',
  changes: [],
})

export const setupEnvironment = endpoint({
  id: 'setup.environment',
  method: 'POST',
  path: '/api/setup/environment',
  summary: 'Use a storage, a mail server and a server for live updates from now on',
  access: installer,
  body: SetupEnvironment,
  status: 204,
  errors: [
    'broadcast-unusable',
    'mail-unusable',
    'private-address',
    'restart-failed',
    'setup-locked',
    'storage-unusable',
  ],
  throttle: 'setup-key',
  changes: [],
})

export const setupApp = endpoint({
  id: 'setup.app',
  method: 'POST',
  path: '/api/setup/app',
  summary: 'Set the name, the look and the defaults of accounts',
  access: installer,
  body: SetupApp,
  throttle: 'setup-key',
  changes: [],
})

export const setAppImage = endpoint({
  id: 'setup.set-image',
  method: 'POST',
  path: '/api/setup/images/:name',
  summary: 'Replace a logo or icon by an SVG, JPEG, PNG, WebP, AVIF or GIF',
  access: installer,
  params: z.object({ name: AppImageName }),
  image: { field: 'image', maxBytes: MAX_APP_IMAGE_UPLOAD_BYTES },
  response: one(
    z.object({ id: AppImageName, type: z.literal('app-image'), attributes: z.object({ url: z.string() }) }),
  ),
  errors: ['bad-image', 'image-too-large', 'setup-locked'],
  throttle: 'setup-key',
  changes: [],
})

export const removeAppImage = endpoint({
  id: 'setup.remove-image',
  method: 'DELETE',
  path: '/api/setup/images/:name',
  summary: 'Remove a logo or icon; there need not be one',
  access: installer,
  params: z.object({ name: AppImageName }),
  errors: ['setup-locked'],
  throttle: 'setup-key',
  changes: [],
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
