import type { AccessEntry, Rows } from '../entry.ts'
import { someId } from './presets.ts'

// The server makes these addresses for users and visitors. The handlers check them.

/** Addresses that were made for an account, called by each account: anonymous half owner stranger admin. */
const ofAccounts: NonNullable<AccessEntry['addresses']>['accounts'] = {
  owner: {
    'own file': '                none  none  ok    none  none',
    'own trashed file': '        none  none  ok    none  none',
    'own folder': '              none  none  none  none  none',
    'foreign file': '            none  none  none  none  none',
    'foreign trashed file': '    none  none  none  none  none',
    'unknown id': '              none  none  none  none  none',
  },
  stranger: {
    'own file': '                none  none  none  none  none',
    'own trashed file': '        none  none  none  none  none',
    'own folder': '              none  none  none  none  none',
    'foreign file': '            none  none  none  none  none',
    'foreign trashed file': '    none  none  none  none  none',
    'unknown id': '              none  none  none  none  none',
  },
  admin: {
    'own file': '                none  none  none  none  none',
    'own trashed file': '        none  none  none  none  none',
    'own folder': '              none  none  none  none  none',
    'foreign file': '            none  none  none  none  none',
    'foreign trashed file': '    none  none  none  none  none',
    'unknown id': '              none  none  none  none  none',
  },
}

/** Made for the member who calls: owner editor viewer former. */
const ofMembers: Rows = {
  'file inside': '                 ok    ok    ok    none',
  'file further inside': '         ok    ok    ok    none',
  'folder inside': '               none  none  none  none',
  'file trashed by the editor': '  ok    none  none  none',
  'file trashed by the owner': '   ok    none  none  none',
}

/** Made for visitors of a link: open editor unlocked locked expired revoked suspended used-up preview-only. */
const contentOfLinks: Rows = {
  'a file inside': '             ok    ok    ok    lock  expired  revoked  none  used  seen',
  'a file further inside': '     ok    ok    ok    lock  expired  revoked  none  used  seen',
  'a folder inside': '           none  none  none  lock  expired  revoked  none  used  seen',
  'a trashed file inside': '     none  none  none  lock  expired  revoked  none  used  seen',
  'a file outside': '            none  none  none  lock  expired  revoked  none  used  seen',
  'a foreign file': '            none  none  none  lock  expired  revoked  none  used  seen',
  'an unknown id': '             none  none  none  lock  expired  revoked  none  used  seen',
}

const thumbnailsOfLinks: Rows = {
  'a file inside': '             ok    ok    ok    lock  expired  revoked  none  used  ok',
  'a file further inside': '     ok    ok    ok    lock  expired  revoked  none  used  ok',
  'a folder inside': '           none  none  none  lock  expired  revoked  none  used  none',
  'a trashed file inside': '     none  none  none  lock  expired  revoked  none  used  none',
  'a file outside': '            none  none  none  lock  expired  revoked  none  used  none',
  'a foreign file': '            none  none  none  lock  expired  revoked  none  used  none',
  'an unknown id': '             none  none  none  lock  expired  revoked  none  used  none',
}

/** Made for visitors of an upload request: active filling filled expired suspended. */
const thumbnailsOfRequests: Rows = {
  'an uploaded file': '                     none  ok    none    none  none',
  'an uploaded file further inside': '      none  ok    none    none  none',
  'an uploaded folder': '                   none  none  none    none  none',
  'a trashed uploaded file': '              none  none  none    none  none',
  'a file that the owner put there': '      none  none  none    none  none',
  'a file outside': '                       none  none  none    none  none',
  'a foreign file': '                       none  none  none    none  none',
  'an unknown id': '                        none  none  none    none  none',
}
/** The server makes no such address, and accepts none. */
const contentOfRequests: Rows = {
  'an uploaded file': '                     none  none  none    none  none',
  'an uploaded file further inside': '      none  none  none    none  none',
  'an uploaded folder': '                   none  none  none    none  none',
  'a trashed uploaded file': '              none  none  none    none  none',
  'a file that the owner put there': '      none  none  none    none  none',
  'a file outside': '                       none  none  none    none  none',
  'a foreign file': '                       none  none  none    none  none',
  'an unknown id': '                        none  none  none    none  none',
}

const unsigned = { for: `u.${someId}`, v: '1', expires: '1', signature: 'x' }

export const contentCalls: Readonly<Record<string, AccessEntry>> = {
  'content.file': {
    call: () => ({ params: { id: someId }, query: unsigned }),
    subjects: ['address'],
    actors: 'ok   none | ok   ok   none | ok ok lock expired revoked | none none | none none',
    restricted: 'download',
    addresses: { accounts: ofAccounts, members: ofMembers, links: contentOfLinks, requests: contentOfRequests },
    token: 'files:read',
  },
  'content.thumbnail': {
    call: () => ({ params: { size: 'xs', id: someId }, query: unsigned }),
    subjects: ['thumbnail'],
    actors: 'ok   none | ok   ok   none | ok ok lock expired revoked | ok   none | none none',
    addresses: { accounts: ofAccounts, members: ofMembers, links: thumbnailsOfLinks, requests: thumbnailsOfRequests },
    token: 'files:read',
  },
}
