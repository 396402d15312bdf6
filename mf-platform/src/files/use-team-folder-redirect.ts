import { useHost, useLocation } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { routeOf } from '../entries/entry-rights.ts'
import { useListedFolder } from './use-is-trashed.ts'

/** Goes to the page of team folders, where a link or a notification leads to a folder that is in one of them. */
export function useTeamFolderRedirect(folderId: string | null): void {
  const { navigation } = useHost()
  const { search } = useLocation()
  const client = useQueryClient()
  const folder = useListedFolder(folderId)
  const route = folder ? routeOf(folder) : 'Files'
  useEffect(() => {
    if (folderId === null || route === 'Files') return undefined
    navigation.go(navigation.href(route, { id: folderId }) + search, { replace: true })
    return () => {
      // A team folder that is dissolved is opened in Files: what is cached would lead here again.
      queueMicrotask(() => {
        client.removeQueries({ queryKey: ['files', folderId], type: 'inactive' })
      })
    }
  }, [client, folderId, navigation, route, search])
}
