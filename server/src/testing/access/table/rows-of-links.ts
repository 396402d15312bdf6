import type { Rows } from '../entry.ts'

// Columns: open editor unlocked locked expired revoked suspended used-up preview-only

/** What a locked link still allows: reading its public attributes, and unlocking it. */
export const evenLocked: Rows = {
  nothing: '                     ok    ok    ok    ok    expired  revoked  none  used  ok',
}
export const unlockedOnly: Rows = {
  nothing: '                     ok    ok    ok    lock  expired  revoked  none  used  ok',
}
/** The bytes of all that a link leads to. */
export const downloadedOnly: Rows = {
  nothing: '                     ok    ok    ok    lock  expired  revoked  none  used  seen',
}
export const sharedFolders: Rows = {
  'the shared folder': '         ok    ok    ok    lock  expired  revoked  none  used  ok',
  'a folder inside': '           ok    ok    ok    lock  expired  revoked  none  used  ok',
  'a file inside': '             none  none  none  lock  expired  revoked  none  used  none',
  'a trashed folder inside': '   none  none  none  lock  expired  revoked  none  used  none',
  'a trashed file inside': '     none  none  none  lock  expired  revoked  none  used  none',
  'a folder outside': '          none  none  none  lock  expired  revoked  none  used  none',
  'a file outside': '            none  none  none  lock  expired  revoked  none  used  none',
  'the root above': '            none  none  none  lock  expired  revoked  none  used  none',
  'a foreign folder': '          none  none  none  lock  expired  revoked  none  used  none',
  'a foreign file': '            none  none  none  lock  expired  revoked  none  used  none',
  'an unknown id': '             none  none  none  lock  expired  revoked  none  used  none',
}
/** Those that a zip of a link can contain, the shared folder itself among them. */
export const sharedItems: Rows = {
  'the shared folder': '         ok    ok    ok    lock  expired  revoked  none  used  seen',
  'a folder inside': '           ok    ok    ok    lock  expired  revoked  none  used  seen',
  'a file inside': '             ok    ok    ok    lock  expired  revoked  none  used  seen',
  'a file further inside': '     ok    ok    ok    lock  expired  revoked  none  used  seen',
  'a trashed folder inside': '   none  none  none  lock  expired  revoked  none  used  seen',
  'a trashed file inside': '     none  none  none  lock  expired  revoked  none  used  seen',
  'a folder outside': '          none  none  none  lock  expired  revoked  none  used  seen',
  'a file outside': '            none  none  none  lock  expired  revoked  none  used  seen',
  'the root above': '            none  none  none  lock  expired  revoked  none  used  seen',
  'a foreign folder': '          none  none  none  lock  expired  revoked  none  used  seen',
  'a foreign file': '            none  none  none  lock  expired  revoked  none  used  seen',
  'an unknown id': '             none  none  none  lock  expired  revoked  none  used  seen',
}

/** What only a link with the permission to edit allows. */
export const editedFolders: Rows = {
  'the shared folder': '         none  ok    none  lock  expired  revoked  none  used  none',
  'a folder inside': '           none  ok    none  lock  expired  revoked  none  used  none',
  'a file inside': '             none  none  none  lock  expired  revoked  none  used  none',
  'a trashed folder inside': '   none  none  none  lock  expired  revoked  none  used  none',
  'a trashed file inside': '     none  none  none  lock  expired  revoked  none  used  none',
  'a folder outside': '          none  none  none  lock  expired  revoked  none  used  none',
  'a file outside': '            none  none  none  lock  expired  revoked  none  used  none',
  'the root above': '            none  none  none  lock  expired  revoked  none  used  none',
  'a foreign folder': '          none  none  none  lock  expired  revoked  none  used  none',
  'a foreign file': '            none  none  none  lock  expired  revoked  none  used  none',
  'an unknown id': '             none  none  none  lock  expired  revoked  none  used  none',
}
export const editedItems: Rows = {
  'the shared folder': '         none  none  none  lock  expired  revoked  none  used  none',
  'a folder inside': '           none  ok    none  lock  expired  revoked  none  used  none',
  'a file inside': '             none  ok    none  lock  expired  revoked  none  used  none',
  'a file further inside': '     none  ok    none  lock  expired  revoked  none  used  none',
  'a trashed folder inside': '   none  none  none  lock  expired  revoked  none  used  none',
  'a trashed file inside': '     none  none  none  lock  expired  revoked  none  used  none',
  'a folder outside': '          none  none  none  lock  expired  revoked  none  used  none',
  'a file outside': '            none  none  none  lock  expired  revoked  none  used  none',
  'the root above': '            none  none  none  lock  expired  revoked  none  used  none',
  'a foreign folder': '          none  none  none  lock  expired  revoked  none  used  none',
  'a foreign file': '            none  none  none  lock  expired  revoked  none  used  none',
  'an unknown id': '             none  none  none  lock  expired  revoked  none  used  none',
}
export const editorsOnly: Rows = {
  nothing: '                     none  ok    none  lock  expired  revoked  none  used  none',
}
export const uploadsByLink: Rows = {
  'an upload by this browser': ' none  ok    none  lock  expired  revoked  none  used  none',
  'an upload by another browser': 'none none none  lock  expired  revoked  none  used  none',
  'an upload by another link': ' none  none  none  lock  expired  revoked  none  used  none',
  'an upload of the owner': '    none  none  none  lock  expired  revoked  none  used  none',
  'an unknown upload': '         none  none  none  lock  expired  revoked  none  used  none',
}
