import { dissolveTeamFolder, leaveTeamFolder } from '@holdall/api'
import { api } from '@holdall/api-client'
import { isolate, matchPath, useHost, useLocation } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { isInTeamFolder } from './cached-team-folders.ts'
import { noteEnded } from './ended-team-folders.ts'

interface TeamFolderName {
  readonly id: string
  readonly name: string
}

const pages = ['/platform/team-folders/:id', '/platform/shared-with-me/:id', '/platform/files/:id']

/** Dissolves a team folder, or ends the own membership, after a question. A page that shows it leads to its new place. */
export function useLeavingTeamFolder() {
  const { events, navigation, overlay, toasts } = useHost()
  const client = useQueryClient()
  const intl = useIntl()
  const report = useReportError()
  const { pathname } = useLocation()
  const place = useRef(pathname)
  useEffect(() => {
    place.current = pathname
  }, [pathname])
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  /** The folder of the page, where that is the team folder or in it. */
  const openFolderIn = (teamFolderId: string): string | null => {
    const folderId = pages.flatMap((page) => matchPath(page, place.current)?.params['id'] ?? [])[0]
    return folderId !== undefined && isInTeamFolder(client, folderId, teamFolderId) ? folderId : null
  }
  const ask = (verb: 'dissolve' | 'leave', name: string) =>
    overlay.confirm({
      title: text(`team_members.${verb}.title`, { name: isolate(name) }),
      message: text(`team_members.${verb}.text`),
      confirm: text(`team_members.${verb}.confirm`),
      cancel: text(`team_members.${verb}.cancel`),
      danger: true,
    })
  const ended = (folderIds: readonly (string | null)[]) => {
    events.emit('teams.changed', {})
    events.emit('files.changed', { folderIds })
    events.emit('favourites.changed', {})
  }
  return {
    async dissolve({ id, name }: TeamFolderName): Promise<void> {
      if (!(await ask('dissolve', name))) return
      try {
        const { data } = await api.call(dissolveTeamFolder, { params: { id } })
        noteEnded(id)
        const openId = openFolderIn(id)
        if (openId !== null) navigation.go({ name: 'Files', params: { id: openId } }, { replace: true })
        toasts.show({
          type: 'success',
          message: text('team_members.dissolve.done', { name: isolate(data.attributes.name) }),
        })
      } catch (error) {
        report(error)
      }
      ended([null, id])
    },
    async leave({ id, name }: TeamFolderName): Promise<void> {
      if (!(await ask('leave', name))) return
      try {
        await api.call(leaveTeamFolder, { params: { id } })
        noteEnded(id)
        // Before the lists are fetched again: that of the page would be refused.
        if (openFolderIn(id) !== null) navigation.go({ name: 'SharedWithMe' }, { replace: true })
        toasts.show({ type: 'success', message: text('team_members.leave.done', { name: isolate(name) }) })
      } catch (error) {
        report(error)
      }
      ended([id])
    },
  }
}
