import {
  browseSharedWithMe,
  browseTeamFolders,
  type Entry,
  type FolderNode,
  teamFolderTree,
  type TeamListing,
} from '@holdall/api'
import { api } from '@holdall/api-client'
import type { FileSource, PageQuery } from '@holdall/file-browser'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { newestFirst, type teamLists } from './cached-entries.ts'
import { filesSource } from './entry-queries.ts'
import { levelQuery, type LevelQuery } from './folder-level.ts'
import { useCachedQueries } from './use-cached-queries.ts'

/** Team folders that the user owns, or is a member of. */
export type TeamPageId = (typeof teamLists)[number]

function listOf(list: TeamPageId, id: string, query: PageQuery, signal: AbortSignal): Promise<TeamListing> {
  const input = { params: { id }, query }
  return list === 'team-folders'
    ? api.call(browseTeamFolders, input, { signal })
    : api.call(browseSharedWithMe, input, { signal })
}

const sourcesOf = (list: TeamPageId): Readonly<Record<'top' | 'folder', FileSource>> => ({
  // The team folders have no folder in common that calls could name.
  top: { key: [list], isFolder: false, page: (_top, query, signal) => listOf(list, 'all', query, signal) },
  folder: {
    ...filesSource,
    key: [list],
    page: (folderId, query, signal) => listOf(list, folderId ?? 'all', query, signal),
  },
})

/** The team folders, and what is in them. */
export const teamSources: Readonly<Record<TeamPageId, ReturnType<typeof sourcesOf>>> = {
  'team-folders': sourcesOf('team-folders'),
  'shared-with-me': sourcesOf('shared-with-me'),
}

/** More than one account has. */
const MAX_TEAM_FOLDERS = 200

export const teamFoldersKey = (list: TeamPageId) => [list, 'by-name']

/** All team folders of a page, by name. */
export const teamFoldersQuery = (list: TeamPageId) =>
  queryOptions<TeamListing>({
    queryKey: teamFoldersKey(list),
    queryFn: ({ signal }) =>
      listOf(list, 'all', { sort: 'name', direction: 'ASC', page: 1, per_page: MAX_TEAM_FOLDERS }, signal),
  })

const foldersIn = ({ data }: TeamListing): readonly Entry[] => data

export const useTeamFolders = (list: TeamPageId, { isEnabled = true } = {}) =>
  useQuery({ ...teamFoldersQuery(list), select: foldersIn, enabled: isEnabled })

/** The folders directly inside a team folder, or a folder in it. */
export const teamTreeQuery = (parentId: string): LevelQuery =>
  levelQuery(['tree', parentId], (page, signal) =>
    api.call(teamFolderTree, { params: { id: parentId }, query: page }, { signal }),
  )

/** The team folder that the list of a folder was loaded with; null until then, and at the top. */
export const useTeamFolderOf = (list: TeamPageId, folderId: string | null): Entry | null =>
  useCachedQueries((client) => {
    if (folderId === null) return null
    const [newest] = newestFirst<TeamListing>(client, [list, folderId])
    return newest?.meta.teamFolder?.data ?? null
  })

/** The team folder that an entry is in, with its members; null outside of team folders, and until it is loaded. */
export function useTeamFolder({ meta }: Entry): Entry | null {
  const team = meta?.team
  const list = team?.permission === 'owner' ? 'team-folders' : 'shared-with-me'
  const { data } = useTeamFolders(list, { isEnabled: team !== undefined })
  return data?.find(({ id }) => id === team?.id) ?? null
}

/** A team folder in a tree. Whether there are folders in it is known once it is opened. */
export const nodeOfTeamFolder = ({ id, attributes: { name, color, emoji, items } }: Entry): FolderNode => ({
  id,
  name,
  color,
  emoji,
  parent_id: null,
  has_folders: items !== null && items > 0,
})
