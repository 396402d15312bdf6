import type { SpotlightProvider, SpotlightResult } from '@holdall/section'
import { pages } from '../layout/platform-pages.ts'
import { emptyTrashAfterAsking } from '../trash/empty-trash.ts'

/** Names of icons of the spotlight. Files themselves are in the navigation, whose entries the shell finds. */
const icons = {
  latest: 'clock',
  shared: 'link',
  requests: 'file-request',
  trash: 'trash',
  'team-folders': 'team-folders',
  'shared-with-me': 'shared-with-me',
} as const
const MAX_COMMANDS = 3

/** Pages of the section, and what is possible from each page. */
export const findCommands: Awaited<ReturnType<SpotlightProvider['find']>> = (query, host, _signal, text) => {
  const commands: SpotlightResult[] = [
    ...pages.flatMap(({ id, route, labelId }) =>
      id === 'files'
        ? []
        : {
            id: `page.${id}`,
            title: text(labelId),
            icon: icons[id],
            run: () => {
              host.navigation.go({ name: route })
            },
          },
    ),
    {
      id: 'create-folder',
      title: text('files.create_folder.title'),
      icon: 'create',
      run: () => {
        host.overlay.open('create-folder', { parentId: null })
      },
    },
    {
      id: 'create-team-folder',
      title: text('team_members.create.title'),
      icon: 'create',
      run: () => {
        host.overlay.open('create-team-folder', {})
      },
    },
    {
      id: 'create-file-request',
      title: text('upload_requests.action'),
      icon: 'create',
      run: () => {
        host.overlay.open('create-file-request', { parentId: null })
      },
    },
    {
      id: 'remote-upload',
      title: text('remote_upload.action'),
      icon: 'create',
      run: () => {
        host.overlay.open('remote-upload', { parentId: null })
      },
    },
    {
      id: 'empty-trash',
      title: text('trash.dump.action'),
      icon: 'trash',
      run: () =>
        void emptyTrashAfterAsking(host, text, (error) => {
          host.overlay.somethingWrong(error)
        }),
    },
  ]
  const { locale } = host.language
  const typed = query.toLocaleLowerCase(locale)
  const matching = commands.filter(({ title }) => title.toLocaleLowerCase(locale).includes(typed))
  return Promise.resolve(matching.slice(0, MAX_COMMANDS))
}
