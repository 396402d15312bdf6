import type { Table } from './expectations.ts'

/** What the owner, members with can_edit and can_view, and a former member are answered about a team folder. */
export const teamColumns = ['owner', 'editor', 'viewer', 'former'] as const

const shownFolders: Table = {
  'team folder': '                 ok    ok    ok    none',
  'folder inside': '               ok    ok    ok    none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
const changedFolders: Table = {
  'team folder': '                 ok    ok    none  none',
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
const changedItems: Table = {
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 ok    ok    none  none',
  'file further inside': '         ok    ok    none  none',
  'team folder': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
const removedItems: Table = {
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 ok    ok    none  none',
  'team folder': '                 none  none  none  none',
  'folder trashed by the editor': 'ok    none  none  none',
  'file trashed by the editor': '  ok    none  none  none',
  'file trashed by the owner': '   ok    none  none  none',
}
/** Into the team folder. Everybody who sees them may copy them to their own files: see `member-rights.test.ts`. */
const copiedItems: Table = {
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 ok    ok    none  none',
  'team folder': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
const readItems: Table = {
  'team folder': '                 ok    ok    ok    none',
  'folder inside': '               ok    ok    ok    none',
  'file inside': '                 ok    ok    ok    none',
  'file further inside': '         ok    ok    ok    none',
  'folder trashed by the editor': 'ok    none  none  none',
  'file trashed by the editor': '  ok    none  none  none',
  'file trashed by the owner': '   ok    none  none  none',
}
const restoredItems: Table = {
  'file trashed by the editor': '  ok    ok    none  none',
  'folder trashed by the editor': 'ok    ok    none  none',
  'file trashed by the owner': '   ok    none  none  none',
  'team folder': '                 none  none  none  none',
  'file inside': '                 none  none  none  none',
}
const trashedFolders: Table = {
  'folder trashed by the editor': 'ok    none  none  none',
  'file trashed by the owner': '   none  none  none  none',
  'team folder': '                 none  none  none  none',
  'folder inside': '               none  none  none  none',
}
/** Members with can_edit may make links here; where the folder does not allow it, see `team-links.test.ts`. */
const linkedItems: Table = {
  'team folder': '                 ok    ok    none  none',
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 ok    ok    none  none',
  'file trashed by the editor': '  none  none  none  none',
}
const listedLinks: Table = {
  'team folder': '                 ok    ok    ok    none',
  'folder inside': '               ok    ok    ok    none',
  'file inside': '                 ok    ok    ok    none',
  'file trashed by the editor': '  none  none  none  none',
}
const links: Table = {
  'link of the editor': '          ok    ok    none  none',
  'link of the owner': '           ok    none  none  none',
}
const favourites: Table = {
  'team folder': '                 ok    ok    ok    none',
  'folder inside': '               ok    ok    ok    none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
}
const anyFavourites: Table = { ...favourites, 'folder trashed by the editor': 'ok none none none' }
/** The files that arrive are the owner's: members ask for none. */
const requested: Table = {
  'team folder': '                 ok    none  none  none',
  'folder inside': '               ok    none  none  none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
}
const managed: Table = {
  'team folder': '                 ok    none  none  none',
  'folder inside': '               none  none  none  none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
}
const left: Table = {
  'team folder': '                 none  ok    ok    none',
  'folder inside': '               none  none  none  none',
}
/** A folder of a team folder passes the rule; the handler refuses it: see `teams.test.ts`. */
const converted: Table = {
  'folder inside': '               ok    none  none  none',
  'team folder': '                 none  none  none  none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
}

/** Every call of a user that names entries or links, with one table per target as in `userCalls`. */
export const teamCalls: Readonly<Record<string, readonly Table[]>> = {
  'activity.of-entry': [readItems],
  'favourites.add': [favourites],
  'favourites.remove': [anyFavourites],
  'files.browse': [shownFolders],
  'files.copy': [copiedItems, changedFolders],
  'files.find-by-prefix': [shownFolders],
  'files.navigation': [shownFolders],
  'files.taken': [shownFolders],
  'files.create-folder': [changedFolders],
  'files.rename': [changedItems],
  'files.move': [changedItems, changedFolders],
  'files.remove': [removedItems],
  'remote-uploads.create': [changedFolders],
  'search.browse': [shownFolders],
  'share-links.create': [linkedItems],
  'share-links.of-entry': [listedLinks],
  'share-links.update': [links],
  'share-links.revoke': [links],
  'share-links.revoke-all': [linkedItems],
  'share-links.qr-code': [links],
  'share-links.email': [links],
  'share-links.log': [links],
  'teams.browse': [shownFolders],
  'teams.browse-shared': [shownFolders],
  'teams.tree': [shownFolders],
  'teams.convert': [converted],
  'teams.update': [managed],
  'teams.dissolve': [managed],
  'teams.leave': [left],
  'trash.browse': [trashedFolders],
  'trash.restore': [restoredItems],
  'upload.chunk': [changedFolders],
  'upload.whole': [changedFolders],
  'upload-requests.create': [requested],
  'versions.restore': [changedItems],
  'zip.download': [readItems],
  'zip.prepare': [readItems],
}

/** `GET /file/:id` with a valid address that was made for the caller. */
export const addressesOfMembers: Table = {
  'file inside': '                 ok    ok    ok    none',
  'file further inside': '         ok    ok    ok    none',
  'folder inside': '               none  none  none  none',
  'file trashed by the editor': '  ok    none  none  none',
  'file trashed by the owner': '   ok    none  none  none',
}
