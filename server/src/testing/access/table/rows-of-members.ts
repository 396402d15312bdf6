import type { Rows } from '../entry.ts'

// Columns: owner editor viewer former

export const shownFolders: Rows = {
  'team folder': '                 ok    ok    ok    none',
  'folder inside': '               ok    ok    ok    none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
export const changedFolders: Rows = {
  'team folder': '                 ok    ok    none  none',
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
export const changedItems: Rows = {
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 ok    ok    none  none',
  'file further inside': '         ok    ok    none  none',
  'team folder': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
/** What only the owner may do. */
export const ownersItems: Rows = {
  'folder inside': '               ok    none  none  none',
  'file inside': '                 ok    none  none  none',
  'file further inside': '         ok    none  none  none',
  'team folder': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
export const removedItems: Rows = {
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 ok    ok    none  none',
  'team folder': '                 none  none  none  none',
  'folder trashed by the editor': 'ok    none  none  none',
  'file trashed by the editor': '  ok    none  none  none',
  'file trashed by the owner': '   ok    none  none  none',
}
/** Into the team folder. Everybody who sees them may copy them to their own files: see `member-rights.test.ts`. */
export const copiedItems: Rows = {
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 ok    ok    none  none',
  'team folder': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
  'file trashed by the owner': '   none  none  none  none',
}
export const readItems: Rows = {
  'team folder': '                 ok    ok    ok    none',
  'folder inside': '               ok    ok    ok    none',
  'file inside': '                 ok    ok    ok    none',
  'file further inside': '         ok    ok    ok    none',
  'folder trashed by the editor': 'ok    none  none  none',
  'file trashed by the editor': '  ok    none  none  none',
  'file trashed by the owner': '   ok    none  none  none',
}
export const restoredItems: Rows = {
  'file trashed by the editor': '  ok    ok    none  none',
  'folder trashed by the editor': 'ok    ok    none  none',
  'file trashed by the owner': '   ok    none  none  none',
  'team folder': '                 none  none  none  none',
  'file inside': '                 none  none  none  none',
}
export const trashedFolders: Rows = {
  'folder trashed by the editor': 'ok    none  none  none',
  'file trashed by the owner': '   none  none  none  none',
  'team folder': '                 none  none  none  none',
  'folder inside': '               none  none  none  none',
}
/** Members with can_edit may make links here; where the folder does not allow it, see `team-links.test.ts`. */
export const linkedItems: Rows = {
  'team folder': '                 ok    ok    none  none',
  'folder inside': '               ok    ok    none  none',
  'file inside': '                 ok    ok    none  none',
  'file trashed by the editor': '  none  none  none  none',
}
export const listedLinks: Rows = {
  'team folder': '                 ok    ok    ok    none',
  'folder inside': '               ok    ok    ok    none',
  'file inside': '                 ok    ok    ok    none',
  'file trashed by the editor': '  none  none  none  none',
}
export const teamLinks: Rows = {
  'link of the editor': '          ok    ok    none  none',
  'link of the owner': '           ok    none  none  none',
}
export const favouriteFolders: Rows = {
  'team folder': '                 ok    ok    ok    none',
  'folder inside': '               ok    ok    ok    none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
}
export const anyFavouriteFolders: Rows = { ...favouriteFolders, 'folder trashed by the editor': 'ok none none none' }
/** The files that arrive are the owner's: members ask for none. */
export const requestFolders: Rows = {
  'team folder': '                 ok    none  none  none',
  'folder inside': '               ok    none  none  none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
}
export const managedFolders: Rows = {
  'team folder': '                 ok    none  none  none',
  'folder inside': '               none  none  none  none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
}
export const leftFolders: Rows = {
  'team folder': '                 none  ok    ok    none',
  'folder inside': '               none  none  none  none',
}
/** A folder of a team folder passes the rule; the handler refuses it: see `teams.test.ts`. */
export const convertedFolders: Rows = {
  'folder inside': '               ok    none  none  none',
  'team folder': '                 none  none  none  none',
  'file inside': '                 none  none  none  none',
  'folder trashed by the editor': 'none  none  none  none',
}
