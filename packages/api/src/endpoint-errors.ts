import type { Targets } from './access.ts'
import { type Endpoint, takesFile } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

type Codes = readonly ErrorCode[]

/** The last two of an API token that is none: wrong ones are counted, whatever they are sent with. */
const always: Codes = ['validation', 'malformed-request', 'internal', 'busy', 'disk-full', 'invalid-token', 'throttled']
/** Of a body that is JSON or a form. A slow upload is cut off without an answer. */
const ofBody: Codes = ['too-large', 'unsupported-media-type', 'request-timeout']
const ofUpload: Codes = ['too-large', 'unsupported-media-type']

const isDownload = ({ entry, selection }: Targets) => entry?.action === 'download' || selection?.action === 'download'

function ofAccess({ access, duringDeletion }: Pick<Endpoint, 'access' | 'duringDeletion'>): Codes {
  switch (access.by) {
    case 'anyone':
      return []
    case 'installer':
      return ['forbidden', 'not-found']
    case 'user':
      return [
        'unauthenticated',
        'insufficient-scope',
        ...(duringDeletion ? [] : (['account-ending'] as const)),
        'demo-read-only',
        ...(Object.keys(access.targets).length > 0 ? (['not-found'] as const) : []),
      ]
    case 'challenged':
      return ['unauthenticated', 'forbidden']
    case 'admin':
      return ['unauthenticated', 'insufficient-scope', 'account-ending', 'demo-read-only', 'forbidden']
    case 'visitor':
      return [
        'not-found',
        'share-expired',
        'share-revoked',
        'share-used-up',
        'owner-restricted',
        ...(access.unlocked ? (['share-locked'] as const) : []),
        ...(access.targets.entry?.action === 'upload-remote' ? (['remote-uploads-disabled'] as const) : []),
        ...(isDownload(access.targets) ? (['share-no-download'] as const) : []),
      ]
    case 'request-visitor':
      return [
        'not-found',
        'owner-restricted',
        ...(access.open ? (['upload-request-closed', 'upload-request-expired'] as const) : []),
      ]
    case 'signed-address':
      // Whom the address names is judged by the handler.
      return []
  }
}

/** The codes that follow from what an endpoint declares: its verb, parameters, body and access rule. */
export function impliedErrors(endpoint: Omit<Endpoint, 'errors'>): Codes {
  const { method, path, takes, access, restriction, confirmed } = endpoint
  // A body is read with every verb but GET, also where the endpoint takes none.
  const ofMethod: Codes = method === 'GET' ? [] : ['cross-site', ...(takesFile({ takes }) ? ofUpload : ofBody)]
  // A parameter that is not well-formed names nothing.
  const ofPath: Codes = path.includes('/:') ? ['not-found'] : []
  const ofConfirmation: Codes = confirmed ? ['confirmation-required'] : []
  // In a team folder that of its owner counts too.
  const hasOwner = access.by === 'user' && (access.targets.entry ?? access.targets.selection) !== undefined
  const ofRestriction: Codes = !restriction
    ? []
    : hasOwner
      ? [`${restriction}-restricted`, 'owner-restricted']
      : [`${restriction}-restricted`]
  return [...new Set([...always, ...ofMethod, ...ofPath, ...ofConfirmation, ...ofRestriction, ...ofAccess(endpoint)])]
}

/** Every code that an endpoint may answer: those it lists and those that follow from what it declares. */
export const errorsOf = (endpoint: Endpoint): Codes => [...impliedErrors(endpoint), ...endpoint.errors]
