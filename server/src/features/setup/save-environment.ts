import type { SetupEnvironment } from '@holdall/api'
import type { Config } from '../../infrastructure/config/config.ts'
import type { ConfigChanges } from '../../infrastructure/config/config-file.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Branding } from '../../infrastructure/mail/mail-html.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { broadcastUrlsOf, smtpUrlOf } from './connection-addresses.ts'
import {
  admitStorage,
  s3SettingsOf,
  storageRefusal,
  testBroadcast,
  testMail,
  testStorage,
} from './environment-checks.ts'
import { lockOf } from './setup-values.ts'

type Change = [key: string, value: string | null]

const noS3: readonly Change[] = [
  's3_provider',
  's3_endpoint',
  's3_region',
  's3_bucket',
  's3_key',
  's3_secret',
  's3_path_style',
  's3_prefix',
].map((key) => [key, null])

/**
 * What of config.json changes with the environment that was chosen. Everything that is not locked is tried first: throws
 * what its tests throw.
 */
export async function environmentChanges(
  config: Config,
  { storage, mail, broadcast, public_url }: SetupEnvironment,
  branding: Branding,
): Promise<ConfigChanges> {
  const changes: Change[] = []
  const allowances: (string | null)[] = []

  const publicUrl = lockOf(config, 'public_url') !== undefined ? config.publicUrl : originOf(public_url)
  if (lockOf(config, 'public_url') === undefined) changes.push(['public_url', publicUrl])

  if (lockOf(config, 'storage') === undefined) {
    const { error } = await testStorage(config, storage, textIn())
    if (error) throw storageRefusal(error)
    if (storage.driver === 'local') changes.push(['storage_driver', null], ...noS3)
    else {
      const settings = s3SettingsOf(config, storage)
      allowances.push(await admitStorage(config, storage, settings))
      changes.push(
        ['storage_driver', 's3'],
        ['s3_provider', storage.provider],
        ['s3_endpoint', storage.endpoint === null ? null : settings.endpoint],
        ['s3_region', settings.region],
        ['s3_bucket', settings.bucket],
        ['s3_key', settings.accessKeyId],
        ['s3_secret', settings.secretAccessKey],
        ['s3_path_style', String(settings.isPathStyle)],
        ['s3_prefix', storage.prefix === '' ? null : storage.prefix],
      )
    }
  }

  const isMailLocked = lockOf(config, 'mail') !== undefined
  if ((isMailLocked ? config.smtpUrl !== null : mail.driver === 'smtp') && publicUrl === null) {
    throw refuse('validation', { fields: { public_url: 'setup.mail_needs_address' } })
  }
  if (!isMailLocked) {
    if (mail.driver === 'none') changes.push(['smtp_url', null])
    else {
      await testMail(config, mail, { publicUrl: publicUrl!, mail: null, branding })
      changes.push(['smtp_url', smtpUrlOf(mail, config.smtpUrl)])
    }
  }

  if (lockOf(config, 'broadcast') === undefined) {
    if (broadcast.driver === 'pusher') {
      allowances.push(await testBroadcast(config, broadcast))
      const { url, socketUrl } = broadcastUrlsOf(broadcast, config.broadcast)
      changes.push(['broadcast_url', url], ['broadcast_socket_url', socketUrl])
    } else {
      changes.push(['broadcast_url', broadcast.driver === 'none' ? 'none' : null], ['broadcast_socket_url', null])
    }
  }

  const added = allowances.filter((allowance) => allowance !== null)
  if (added.length > 0) {
    const before = config.variables['HOLDALL_OUTGOING_ALLOW']
    changes.push(['outgoing_allow', [...new Set([...(before ? [before] : []), ...added])].join(',')])
  }
  return Object.fromEntries(changes)
}

function originOf(address: string | null): string | null {
  if (address === null) return null
  if (URL.canParse(address)) return new URL(address).origin
  throw refuse('validation', { errors: { public_url: ['Enter an address like https://files.example.com.'] } })
}
