import type { Table } from './expectations.ts'

/**
 * What the holder of a public link is answered, as in `expectations.ts`: the same for everybody who has it. The entry of a
 * suspended one is in the trash; all downloads of a used-up one have been begun.
 */
export const linkColumns = [
  'open',
  'editor',
  'unlocked',
  'locked',
  'expired',
  'revoked',
  'suspended',
  'used-up',
  'preview only',
] as const

/** What a locked link still allows: reading its public attributes, and unlocking it. */
const evenLocked: Table = {
  nothing: '                     ok    ok    ok    ok    expired  revoked  none  used  ok',
}
const unlockedOnly: Table = {
  nothing: '                     ok    ok    ok    lock  expired  revoked  none  used  ok',
}
/** The bytes of all that a link leads to. */
const downloadedOnly: Table = {
  nothing: '                     ok    ok    ok    lock  expired  revoked  none  used  seen',
}
const sharedFolders: Table = {
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
const sharedItems: Table = {
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
const editedFolders: Table = {
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
const editedItems: Table = {
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
const editorsOnly: Table = {
  nothing: '                     none  ok    none  lock  expired  revoked  none  used  none',
}
const uploadsByLink: Table = {
  'an upload by this browser': ' none  ok    none  lock  expired  revoked  none  used  none',
  'an upload by another browser': 'none none none  lock  expired  revoked  none  used  none',
  'an upload by another link': ' none  none  none  lock  expired  revoked  none  used  none',
  'an upload of the owner': '    none  none  none  lock  expired  revoked  none  used  none',
  'an unknown upload': '         none  none  none  lock  expired  revoked  none  used  none',
}

export const visitorCalls: Readonly<Record<string, readonly Table[]>> = {
  'public-downloads.zip': [sharedItems],
  'public-downloads.prepare-zip': [sharedItems],
  // The handler checks the ticket: see `shared-zips.test.ts`.
  'public-downloads.prepared-zip': [downloadedOnly],
  'public-downloads.search': [sharedFolders],
  // The handler refuses links with a password, unlocked or not, and folders: see `public-files.test.ts`.
  'public-downloads.direct': [downloadedOnly],
  'public-links.show': [evenLocked],
  'public-links.unlock': [evenLocked],
  'public-links.file': [unlockedOnly],
  'public-links.browse': [sharedFolders],
  'public-links.find-by-prefix': [sharedFolders],
  'public-links.navigation': [sharedFolders],
  'public-editing.taken': [editedFolders],
  'public-editing.create-folder': [editedFolders],
  'public-editing.rename': [editedItems],
  'public-editing.move': [editedItems, editedFolders],
  'public-editing.remove': [editedItems],
  'public-editing.upload-chunk': [editedFolders],
  'public-editing.upload-whole': [editedFolders],
  'public-editing.upload-state': [uploadsByLink],
  'public-editing.abort-upload': [uploadsByLink],
  'public-editing.create-remote-upload': [editedFolders],
  'public-editing.remote-uploads': [editorsOnly],
  // The handler checks which browser has started it: see `link-remote-uploads.test.ts`.
  'public-editing.remove-remote-upload': [editorsOnly],
}

/** `GET /file/:id` with a valid address that was made for a visitor of a link. */
export const addressesOfLinks: Table = {
  'a file inside': '             ok    ok    ok    lock  expired  revoked  none  used  seen',
  'a file further inside': '     ok    ok    ok    lock  expired  revoked  none  used  seen',
  'a folder inside': '           none  none  none  lock  expired  revoked  none  used  seen',
  'a trashed file inside': '     none  none  none  lock  expired  revoked  none  used  seen',
  'a file outside': '            none  none  none  lock  expired  revoked  none  used  seen',
  'a foreign file': '            none  none  none  lock  expired  revoked  none  used  seen',
  'an unknown id': '             none  none  none  lock  expired  revoked  none  used  seen',
}

/** The same with an address of a thumbnail that was made for a visitor of a link. */
export const thumbnailsOfLinks: Table = {
  'a file inside': '             ok    ok    ok    lock  expired  revoked  none  used  ok',
  'a file further inside': '     ok    ok    ok    lock  expired  revoked  none  used  ok',
  'a folder inside': '           none  none  none  lock  expired  revoked  none  used  none',
  'a trashed file inside': '     none  none  none  lock  expired  revoked  none  used  none',
  'a file outside': '            none  none  none  lock  expired  revoked  none  used  none',
  'a foreign file': '            none  none  none  lock  expired  revoked  none  used  none',
  'an unknown id': '             none  none  none  lock  expired  revoked  none  used  none',
}
