import type { Rows } from '../entry.ts'

// Columns: anonymous half owner stranger admin

export const anyone: Rows = {
  nothing: '                     ok    ok    ok    ok    ok',
}
export const signedIn: Rows = {
  nothing: '                     sign  sign  ok    ok    ok',
}
export const adminsOnly: Rows = {
  nothing: '                     sign  sign  role  role  ok',
}
export const challengedOnly: Rows = {
  nothing: '                     sign  ok    role  role  role',
}
export const notFound: Rows = {
  nothing: '                     none  none  none  none  none',
}

export const ownFolders: Rows = {
  'own root': '                  sign  sign  ok    none  none',
  'own folder': '                sign  sign  ok    none  none',
  'own file': '                  sign  sign  none  none  none',
  'own trashed folder': '        sign  sign  none  none  none',
  'own trashed file': '          sign  sign  none  none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
export const ownLiveFolders: Rows = { ...ownFolders, 'own root': ' sign  sign  none  none  none' }
export const ownAnyFolders: Rows = { ...ownLiveFolders, 'own trashed folder': 'sign  sign  ok    none  none' }
export const ownLiveItems: Rows = {
  'own root': '                  sign  sign  none  none  none',
  'own folder': '                sign  sign  ok    none  none',
  'own file': '                  sign  sign  ok    none  none',
  'own trashed folder': '        sign  sign  none  none  none',
  'own trashed file': '          sign  sign  none  none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
export const ownItems: Rows = {
  'own root': '                  sign  sign  none  none  none',
  'own folder': '                sign  sign  ok    none  none',
  'own file': '                  sign  sign  ok    none  none',
  'own trashed folder': '        sign  sign  ok    none  none',
  'own trashed file': '          sign  sign  ok    none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
/** Those that a zip can contain, or that have a list of activities. In a zip a root passes the rule and is refused by the handler. */
export const ownReadableItems: Rows = {
  'own root': '                  sign  sign  ok    none  none',
  'own folder': '                sign  sign  ok    none  none',
  'own file': '                  sign  sign  ok    none  none',
  'own trashed folder': '        sign  sign  ok    none  none',
  'own trashed file': '          sign  sign  ok    none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
export const ownTrashedItems: Rows = {
  'own root': '                  sign  sign  none  none  none',
  'own folder': '                sign  sign  none  none  none',
  'own file': '                  sign  sign  none  none  none',
  'own trashed folder': '        sign  sign  ok    none  none',
  'own trashed file': '          sign  sign  ok    none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
export const ownTrashedFolders: Rows = {
  'own root': '                  sign  sign  none  none  none',
  'own folder': '                sign  sign  none  none  none',
  'own file': '                  sign  sign  none  none  none',
  'own trashed folder': '        sign  sign  ok    none  none',
  'own trashed file': '          sign  sign  none  none  none',
  'foreign root': '              sign  sign  none  none  none',
  'foreign folder': '            sign  sign  none  none  none',
  'foreign file': '              sign  sign  none  none  none',
  'foreign trashed file': '      sign  sign  none  none  none',
  'unknown id': '                sign  sign  none  none  none',
}
export const ownTeamFolders: Rows = {
  ...ownLiveFolders,
  'own folder': '                sign  sign  none  none  none',
  'own team folder': '           sign  sign  ok    none  none',
  'joined team folder': '        sign  sign  none  none  none',
}
export const joinedTeamFolders: Rows = {
  ...ownTeamFolders,
  'own team folder': '           sign  sign  none  none  none',
  'joined team folder': '        sign  sign  ok    none  none',
}
export const ownLinks: Rows = {
  'own link': '                  sign  sign  ok    none  none',
  'own link to a trashed folder': 'sign  sign  ok    none  none',
  'foreign link': '              sign  sign  none  none  none',
  'unknown link': '              sign  sign  none  none  none',
}
export const ownRequests: Rows = {
  'own request': '               sign  sign  ok    none  none',
  'foreign request': '           sign  sign  none  none  none',
  'unknown request': '           sign  sign  none  none  none',
}
export const ownUploads: Rows = {
  'own upload': '                sign  sign  ok    none  none',
  'foreign upload': '            sign  sign  none  none  none',
  'unknown upload': '            sign  sign  none  none  none',
}
