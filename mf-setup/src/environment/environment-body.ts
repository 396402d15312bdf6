import {
  type SetupBroadcast,
  type SetupEnvironment,
  type SetupMail,
  type SetupStorage,
  storageEndpoint,
} from '@holdall/api'
import { lockedBy } from '../form-parts/locked-values.ts'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import {
  type BroadcastForm,
  broadcastForm,
  type EnvironmentForm,
  type MailForm,
  mailForm,
  providerOf,
  type StorageForm,
  storageForm,
} from './environment-form.ts'

/** Empty secrets keep those that are saved. */
const secretOf = (entered: string, isSaved: boolean): string | null => (entered === '' && isSaved ? null : entered)
const allowed = (isAllowed: boolean) => (isAllowed ? { allow_private: true } : {})

export function storageBody(form: StorageForm, values: SetupValues): SetupStorage {
  const storage = lockedBy(values, 'storage') === undefined ? form : storageForm(values)
  if (storage.driver === 'local') return { driver: 'local' }
  const isDerived = storageEndpoint(providerOf(storage.provider), storage.region) !== null
  return {
    driver: 's3',
    provider: storage.provider,
    region: storage.region.trim(),
    endpoint: isDerived ? null : storage.endpoint.trim(),
    bucket: storage.bucket.trim(),
    key: storage.key.trim(),
    secret: secretOf(storage.secret, values.storage.driver === 's3' && values.storage.has_secret),
    path_style: storage.path_style,
    prefix: storage.prefix.trim(),
    ...allowed(storage.allow_private),
  }
}

export function mailBody(form: MailForm, values: SetupValues): SetupMail {
  const mail = lockedBy(values, 'mail') === undefined ? form : mailForm(values)
  if (mail.driver === 'none') return { driver: 'none' }
  return {
    driver: 'smtp',
    host: mail.host.trim(),
    port: Number(mail.port),
    encryption: mail.encryption,
    user: mail.user.trim(),
    password: secretOf(mail.password, values.mail.driver === 'smtp' && values.mail.has_password),
    from: mail.from.trim(),
    ...allowed(mail.allow_private),
  }
}

export function broadcastBody(form: BroadcastForm, values: SetupValues): SetupBroadcast {
  const broadcast = lockedBy(values, 'broadcast') === undefined ? form : broadcastForm(values)
  if (broadcast.driver !== 'pusher') return { driver: broadcast.driver }
  return {
    driver: 'pusher',
    host: broadcast.host.trim(),
    port: Number(broadcast.port),
    tls: broadcast.tls,
    app_id: broadcast.app_id.trim(),
    key: broadcast.key.trim(),
    secret: secretOf(broadcast.secret, values.broadcast.driver === 'pusher' && values.broadcast.has_secret),
    socket_host: broadcast.socket_host.trim(),
    socket_port: broadcast.socket_port.trim() === '' ? null : Number(broadcast.socket_port),
    socket_tls: broadcast.socket_tls,
    ...allowed(broadcast.allow_private),
  }
}

export function environmentBody(form: EnvironmentForm, values: SetupValues): SetupEnvironment {
  const address = lockedBy(values, 'public_url') === undefined ? form.public_url.trim() : (values.public_url ?? '')
  return {
    storage: storageBody(form.storage, values),
    mail: mailBody(form.mail, values),
    broadcast: broadcastBody(form.broadcast, values),
    public_url: address === '' ? null : address,
  }
}
