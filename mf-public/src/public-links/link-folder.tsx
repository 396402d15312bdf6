import type { Entry } from '@holdall/api'
import {
  type ActionGroups,
  type FileAction,
  FileBrowser,
  type FileBrowserProps,
  type FolderPath,
  pathOf,
  type Target,
} from '@holdall/file-browser'
import { useHost, usePreferences } from '@holdall/section'
import { FolderOpen } from '@holdall/ui/icons'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { errorText } from '../error-messages/error-text.ts'
import { FolderBar } from '../layout/visitor-folder.ts'
import type { FolderEditing } from './editing/editable-link.ts'
import { useLinkDetails } from './use-link-details.tsx'

interface LinkFolderProps extends Pick<FileBrowserProps, 'source' | 'folderId' | 'empty' | 'preview' | 'quickAction'> {
  /** Of the top. */
  readonly name: string
  /** The address of a folder of the link; null is the top. */
  readonly to: (folderId: string | null) => string
  /** Label of what leads to the top. */
  readonly homeLabel: string
  /** The path of the shown folder; null while it is not known. */
  readonly path: (path: FolderPath | null) => ReactNode
  /** Actions on a target besides those that change something. */
  readonly save?: (target: Target) => readonly FileAction[]
  /** Absent: nothing can be changed. */
  readonly editing?: FolderEditing | undefined
}

/** The files of the folder of a public link or of an upload request. */
export function LinkFolder({ name, to, homeLabel, path, save, editing, ...browser }: LinkFolderProps) {
  const { navigation, preferences, toasts } = useHost()
  const { sort, view } = usePreferences()
  const intl = useIntl()
  const details = useLinkDetails(name)
  const open = (entry: Entry) => {
    if (entry.type === 'folder') navigation.go(to(entry.id))
  }
  const actions = (target: Target): ActionGroups => {
    const { single } = target
    const further = [[...(save?.(target) ?? [])], ...(editing?.changes(target) ?? [])]
    if (single?.type !== 'folder') return further
    const label = intl.formatMessage({ id: 'share.open' })
    return [[{ id: 'open', label, icon: FolderOpen, run: () => open(single) }], ...further]
  }
  return (
    <FileBrowser
      {...browser}
      sort={sort}
      onSort={(next) => preferences.set('sort', next)}
      view={view}
      onView={(next) => preferences.set('view', next)}
      columns={{ shared: false }}
      bar={(status) => (
        <FolderBar>
          {path(pathOf(status, browser.folderId))}
          {status.state === 'failed' ? null : editing?.create}
        </FolderBar>
      )}
      home={{ label: homeLabel, run: () => navigation.go(to(null)) }}
      onOpen={open}
      details={details}
      onFailure={(error) => {
        toasts.show({ type: 'danger', message: errorText(intl, error) })
      }}
      actions={actions}
      {...editing?.handlers}
    />
  )
}
