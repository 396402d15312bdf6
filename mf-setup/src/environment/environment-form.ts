import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { storageEndpoint, type StorageProvider, storageProviders } from '@holdall/api'

export interface StorageForm {
  readonly driver: 'local' | 's3'
  readonly provider: string
  readonly region: string
  /** Where the provider has no address of its own. */
  readonly endpoint: string
  readonly bucket: string
  readonly key: string
  readonly secret: string
  readonly path_style: boolean
  readonly prefix: string
  readonly allow_private: boolean
}
export interface MailForm {
  readonly driver: 'none' | 'smtp'
  readonly host: string
  readonly port: string
  readonly encryption: 'none' | 'starttls' | 'tls'
  readonly user: string
  readonly password: string
  readonly from: string
  readonly allow_private: boolean
}
export interface BroadcastForm {
  readonly driver: 'native' | 'pusher' | 'none'
  readonly host: string
  readonly port: string
  readonly tls: boolean
  readonly app_id: string
  readonly key: string
  readonly secret: string
  readonly socket_host: string
  readonly socket_port: string
  readonly socket_tls: boolean
  readonly allow_private: boolean
}
export interface EnvironmentForm {
  readonly public_url: string
  readonly storage: StorageForm
  readonly mail: MailForm
  readonly broadcast: BroadcastForm
}

const amazon = storageProviders[0]!

export const providerOf = (id: string): StorageProvider => storageProviders.find((each) => each.id === id) ?? amazon

/** The address of a storage: that of the provider in the region, or the one that was entered. */
export const endpointOf = ({ provider, region, endpoint }: StorageForm): string =>
  storageEndpoint(providerOf(provider), region) ?? endpoint

const noStorage: StorageForm = {
  driver: 'local',
  provider: amazon.id,
  region: amazon.regions[0] ?? '',
  endpoint: '',
  bucket: '',
  key: '',
  secret: '',
  path_style: amazon.isPathStyle,
  prefix: '',
  allow_private: false,
}
const noMail: MailForm = {
  driver: 'none',
  host: '',
  port: '587',
  encryption: 'starttls',
  user: '',
  password: '',
  from: '',
  allow_private: false,
}
const noBroadcast: BroadcastForm = {
  driver: 'native',
  host: '',
  port: '443',
  tls: true,
  app_id: '',
  key: '',
  secret: '',
  socket_host: '',
  socket_port: '',
  socket_tls: true,
  allow_private: false,
}

export function storageForm({ storage }: SetupValues): StorageForm {
  if (storage.driver === 'local') return noStorage
  const { has_secret: _, endpoint, ...saved } = storage
  return { ...noStorage, ...saved, endpoint: endpoint ?? '' }
}

export function mailForm({ mail }: SetupValues): MailForm {
  if (mail.driver === 'none') return noMail
  const { has_password: _, port, ...saved } = mail
  return { ...noMail, ...saved, port: String(port) }
}

export function broadcastForm({ broadcast }: SetupValues): BroadcastForm {
  if (broadcast.driver !== 'pusher') return { ...noBroadcast, driver: broadcast.driver }
  const { has_secret: _, port, socket_port, ...saved } = broadcast
  return { ...noBroadcast, ...saved, port: String(port), socket_port: socket_port === null ? '' : String(socket_port) }
}

/** `address` is the one of the page, which is proposed. */
export const environmentForm = (values: SetupValues, address: string): EnvironmentForm => ({
  public_url: values.public_url ?? address,
  storage: storageForm(values),
  mail: mailForm(values),
  broadcast: broadcastForm(values),
})
