import type { Entry } from '@holdall/api'

/** What the user may do with an entry: everything, except in team folders. The server refuses the rest. */

export const isTeamFolder = ({ attributes }: Entry): boolean => attributes.isTeamFolder === true

/** To put something into this folder. */
export const canAddTo = ({ meta }: Entry): boolean => meta?.team?.permission !== 'can_view'

/** To rename, move and delete it. A team folder is changed as a whole. */
export const canChange = (entry: Entry): boolean => canAddTo(entry) && !isTeamFolder(entry)

/** To copy it. */
export const canCopy = (entry: Entry): boolean => !isTeamFolder(entry)

/** Whether its bytes count toward the storage of the user, who may delete them for good. */
export const isOwned = ({ meta }: Entry): boolean => !meta?.team || meta.team.permission === 'owner'

/** To make public links of it. */
export function canShare({ meta }: Entry): boolean {
  const team = meta?.team
  if (!team || team.permission === 'owner') return true
  return team.permission === 'can_edit' && team.members_can_share
}

/** To ask others for files into this folder. */
export const canRequestFiles = (folder: Entry): boolean => isOwned(folder)

/** Named routes of the pages that show folders, and the message ids of their names. */
export const homes = {
  Files: 'locations.home',
  TeamFolders: 'locations.team_folders',
  SharedWithMe: 'locations.shared_with_me',
} as const

/** The named route of the page that shows what is in the team folder of an entry, or in the user's own files. */
export function routeOf({ attributes, meta }: Entry): keyof typeof homes {
  // What is in the trash is opened in Files.
  if (!meta?.team || attributes.deleted_at !== null) return 'Files'
  return meta.team.permission === 'owner' ? 'TeamFolders' : 'SharedWithMe'
}
