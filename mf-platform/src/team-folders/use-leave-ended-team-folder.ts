import type { Entry, TeamListing } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { isolate, useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { teamFoldersQuery, type TeamPageId } from '../entries/team-queries.ts'
import { useCachedQueries } from '../entries/use-cached-queries.ts'
import { isBeingLeft } from '../team-members/ended-team-folders.ts'

const texts = { 'team-folders': 'team_folders.dissolved', 'shared-with-me': 'team_folders.no_access' } as const

/**
 * Goes back to the team folders, with a toast, when the one that the shown folder is in was dissolved, or the user is no
 * longer a member of it.
 */
export function useLeaveEndedTeamFolder(
  list: TeamPageId,
  folderId: string | null,
  route: 'TeamFolders' | 'SharedWithMe',
): void {
  const { navigation, toasts, log } = useHost()
  const client = useQueryClient()
  const intl = useIntl()
  const ended = useTeamFolderOfMissing(list, folderId)
  useEffect(() => {
    if (!ended) return undefined
    let isCurrent = true
    // A folder that is gone while its team folder is still there has the page of missing folders.
    const leaveIfEnded = async () => {
      const { data } = await client.fetchQuery({ ...teamFoldersQuery(list), staleTime: 0 })
      if (!isCurrent || isBeingLeft(ended.id) || data.some(({ id }) => id === ended.id)) return
      const name = isolate(ended.attributes.name)
      toasts.show({ type: 'info', message: intl.formatMessage({ id: texts[list] }, { name }) })
      navigation.go({ name: route }, { replace: true })
    }
    leaveIfEnded().catch((error: unknown) => {
      log.warn('The team folders could not be refreshed.', error)
    })
    return () => {
      isCurrent = false
    }
  }, [client, ended, intl, list, log, navigation, route, toasts])
}

/** The team folder of a folder that was shown and is not found any more; null for none. */
const useTeamFolderOfMissing = (list: TeamPageId, folderId: string | null): Entry | null =>
  useCachedQueries((client) => {
    if (folderId === null) return null
    for (const { state } of client.getQueryCache().findAll({ queryKey: [list, folderId] })) {
      const listing = state.data as TeamListing | undefined
      if (listing && isApiError(state.error, 'not-found')) return listing.meta.teamFolder?.data ?? null
    }
    return null
  })
