import {
  type SetupBroadcast,
  type SetupMail,
  type SetupStorage,
  storageEndpoint,
  storageProviders,
  type StorageTest,
  type StorageTestStep,
  storageTestSteps,
} from '@holdall/api'
import { checkS3 } from '../../infrastructure/blobs/check-s3.ts'
import type { S3Settings } from '../../infrastructure/blobs/s3-settings.ts'
import { StorageError } from '../../infrastructure/blobs/storage-error.ts'
import { type BroadcastConfig, broadcastFrom } from '../../infrastructure/config/broadcast.ts'
import type { Config } from '../../infrastructure/config/config.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { MailServerError, tryMailServer } from '../../infrastructure/mail/try-mail-server.ts'
import { isMessageId, type Text } from '../../infrastructure/messages/text-in.ts'
import { checkBroadcast } from './broadcast-check.ts'
import { broadcastUrlsOf, smtpUrlOf } from './connection-addresses.ts'
import { checkDataFolder } from './status-checks.ts'
import { allowanceOf, allowing, refusePrivate } from './private-address.ts'
import { lockOf } from './setup-values.ts'

type S3 = Extract<SetupStorage, { driver: 's3' }>
type Smtp = Extract<SetupMail, { driver: 'smtp' }>
type Pusher = Extract<SetupBroadcast, { driver: 'pusher' }>

/** A test must be over while somebody waits. */
export const s3TestLimits = { attemptMs: 5000, firstDelayMs: 100 }

/** A server that the app may connect to although its address is not public; where that is fixed, it cannot be added. */
async function admit(
  { config, host, port, field }: { config: Config; host: string; port: number; field: string },
  isConfirmed: boolean | undefined,
): Promise<string | null> {
  const rule = { allow: config.outgoingAllow, field, isConfirmed: isConfirmed ?? false }
  if (!(await refusePrivate(host, port, rule)).isPrivate) return null
  if (lockOf(config, 'outgoing') !== undefined) throw refuse('setup-locked')
  return allowanceOf(host, port)
}

export function s3SettingsOf(config: Config, storage: S3): S3Settings {
  const provider = storageProviders.find(({ id }) => id === storage.provider)!
  const endpoint = storage.endpoint ?? storageEndpoint(provider, storage.region)
  if (endpoint === null || !URL.canParse(endpoint)) {
    throw refuse('validation', { errors: { 'storage.endpoint': ['Enter the address of the storage.'] } })
  }
  const { origin } = new URL(endpoint)
  const saved = config.storage.s3
  // No other storage, and no other key, gets the secret.
  const isSame = saved?.endpoint === origin && saved.accessKeyId === storage.key
  const secretAccessKey = storage.secret ?? (isSame ? saved.secretAccessKey : '')
  if (!/^[\x21-\x7e]{1,256}$/.test(secretAccessKey)) {
    throw refuse('validation', { errors: { 'storage.secret': ['Enter the secret of the key, without spaces.'] } })
  }
  return {
    endpoint: origin,
    region: storage.region,
    bucket: storage.bucket,
    accessKeyId: storage.key,
    secretAccessKey,
    isPathStyle: storage.path_style,
    prefix: storage.prefix === '' ? '' : `${storage.prefix}/`,
    downloadUrl: null,
  }
}

/** What has to be added to `HOLDALL_OUTGOING_ALLOW` for a storage. Throws `private-address`. */
export async function admitStorage(config: Config, storage: S3, settings: S3Settings): Promise<string | null> {
  const url = new URL(settings.endpoint)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return admit({ config, host: url.hostname, port, field: 'storage.allow_private' }, storage.allow_private)
}

/** Tries a storage. Resolves with what failed, in the language of `text`. */
export async function testStorage(
  config: Config,
  storage: SetupStorage,
  text: Text,
): Promise<{ readonly result: StorageTest; readonly error: StorageError | null }> {
  let step: StorageTestStep = 'write'
  let error: StorageError | null = null
  try {
    if (storage.driver === 'local') {
      await checkDataFolder(config.dataDir).catch((cause: Error) => {
        throw new StorageError('other', cause.message, cause)
      })
    } else {
      const settings = s3SettingsOf(config, storage)
      const allowance = await admitStorage(config, storage, settings)
      const allow = allowance === null ? config.outgoingAllow : allowing(config.outgoingAllow, allowance)
      await checkS3(settings, allow, {
        ...s3TestLimits,
        begins: (next) => (step = next),
      })
    }
  } catch (thrown) {
    if (!(thrown instanceof StorageError)) throw thrown
    error = thrown
  }
  const failedAt = error === null ? storageTestSteps.length : storageTestSteps.indexOf(step)
  const steps = storageTestSteps.map((id, at) => {
    if (at !== failedAt || error === null) {
      return { id, state: at < failedAt ? ('passed' as const) : ('not_run' as const), message: null, detail: null }
    }
    return { id, state: 'failed' as const, message: text(storageText(error)), detail: error.message }
  })
  return { result: { ok: error === null, steps }, error }
}

function storageText({ reason }: StorageError) {
  const id = `error.storage-unusable.${reason}`
  return isMessageId(id) ? id : 'error.storage-unusable'
}

export const storageRefusal = (error: StorageError) =>
  refuse('storage-unusable', { text: storageText(error), errors: { detail: [error.message] } })

/** Throws `private-address` and `mail-unusable`. `mail`: null to try the sign-in only. */
export async function testMail(
  config: Config,
  smtp: Smtp,
  rest: Pick<Parameters<typeof tryMailServer>[0], 'publicUrl' | 'branding'> & { readonly mail: Mail | null },
): Promise<void> {
  const { addresses } = await refusePrivate(smtp.host, smtp.port, {
    allow: config.outgoingAllow,
    isConfirmed: smtp.allow_private ?? false,
    field: 'mail.allow_private',
  })
  try {
    await tryMailServer({ smtpUrl: smtpUrlOf(smtp, config.smtpUrl), addresses, ...rest })
  } catch (error) {
    if (!(error instanceof MailServerError)) throw error
    throw mailRefusal(error)
  }
}

export const mailRefusal = ({ reason, failure }: MailServerError) =>
  refuse('mail-unusable', {
    ...(reason !== 'refused' && { text: `error.mail-unusable.${reason}` as const }),
    errors: { detail: [failure] },
  })

/** What has to be added to `HOLDALL_OUTGOING_ALLOW`. Throws `private-address` and `broadcast-unusable`. */
export async function testBroadcast(config: Config, pusher: Pusher): Promise<string | null> {
  const { url, socketUrl } = broadcastUrlsOf(pusher, config.broadcast)
  if (!new URL(url).password) {
    throw refuse('validation', { errors: { 'broadcast.secret': ['Enter the secret of the app.'] } })
  }
  const server = broadcastFrom(url, socketUrl) as Extract<BroadcastConfig, { driver: 'pusher' }>
  const field = 'broadcast.allow_private'
  const { host, port, allow_private: isConfirmed } = pusher
  const allowance = await admit({ config, host, port, field }, isConfirmed)
  const { addresses } = await refusePrivate(server.host, server.port, {
    allow: config.outgoingAllow,
    isConfirmed: isConfirmed ?? false,
    field,
  })
  const allow = allowance === null ? config.outgoingAllow : allowing(config.outgoingAllow, allowance)
  await checkBroadcast(server, { allow, addresses })
  return allowance
}
