import type { Endpoint } from './endpoint.ts'
import type { TokenScope } from './resources/api-token.ts'
import { endpointGroups, type EndpointGroup } from './table.ts'

/** The scope that a token needs for the calls of a group that read, and for the others. Without one: no token may. */
interface GroupScopes {
  readonly read?: TokenScope
  readonly write?: TokenScope
}

const files: GroupScopes = { read: 'files:read', write: 'files:write' }
const account: GroupScopes = { read: 'account:read', write: 'account:write' }
const never: GroupScopes = {}

/**
 * By the file of `endpoints/` that has the endpoint. Administration, sessions, passwords, other factors, deletion of the
 * account and tokens themselves are for sessions only.
 */
const scopesOf: Readonly<Record<EndpointGroup, GroupScopes>> = {
  activity: { read: 'files:read' },
  accountDeletion: never,
  admin: never,
  apiTokens: never,
  auth: never,
  clientConfig: never,
  contact: never,
  content: { read: 'files:read' },
  emailChange: never,
  // Of everything: no scope is enough for it.
  dataExports: never,
  demo: never,
  favourites: files,
  files,
  frontend: never,
  health: never,
  humanCheck: never,
  notifications: { read: 'notifications', write: 'notifications' },
  openapi: never,
  pages: never,
  passkeys: never,
  passwordRecovery: never,
  publicEditing: never,
  publicDownloads: never,
  publicLinks: never,
  // For open pages: the socket is closed with the session.
  realtime: never,
  remoteUploads: files,
  search: { read: 'files:read' },
  setup: never,
  shareLinks: { read: 'shares', write: 'shares' },
  signUp: never,
  socialSignIn: never,
  teams: { read: 'teams', write: 'teams' },
  translations: never,
  trash: files,
  twoFactor: never,
  unfinishedUploads: files,
  uploadRequests: { read: 'upload-requests', write: 'upload-requests' },
  // The state of an upload is of use to whoever uploads only.
  uploads: { read: 'files:write', write: 'files:write' },
  userAvatar: account,
  userSecurity: never,
  userSettings: account,
  users: { read: 'account:read' },
  versions: files,
  zip: { read: 'files:read', write: 'files:write' },
}

/** Calls that change nothing, although they are no GET. */
const reading: ReadonlySet<string> = new Set(['files.taken', 'zip.prepare'])

const needed: ReadonlyMap<string, TokenScope | null> = new Map(
  Object.entries(endpointGroups).flatMap(([group, module]) =>
    Object.values(module as Readonly<Record<string, unknown>>).flatMap((value) => {
      if (typeof value !== 'object' || value === null || !('id' in value && 'method' in value)) return []
      const { id, method } = value as Endpoint
      const { read, write } = scopesOf[group as EndpointGroup]
      return [[id, (method === 'GET' || reading.has(id) ? read : write) ?? null] as const]
    }),
  ),
)

/**
 * The scope by which a token acts as its user in a call. Null: in this call no token does. Calls that anybody may make
 * are answered a token without the scope as they are answered nobody.
 */
export const tokenScopeOf = ({ id }: Pick<Endpoint, 'id'>): TokenScope | null => needed.get(id) ?? null
