import { browseSharedWithMe, browseTeamFolders, dissolveTeamFolder, type Entry, leaveTeamFolder } from '@holdall/api'
import { type SectionModule, useParams } from '@holdall/section'
import { makeEntry, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { makeTeamFolder } from '../testing/team-people-fixture.ts'
import { useTeamFolderActions } from './use-team-folder-actions.ts'

const own = makeTeamFolder()
const other = makeTeamFolder({ permission: 'can_view' })
const entries: readonly Entry[] = [own, other, makeEntry({ type: 'folder' }), makeEntry()]

/** A page with the actions of each entry as buttons. */
function ActionsPage() {
  const { id } = useParams()
  const actions = useTeamFolderActions()
  return (
    <ul aria-label={`Page ${id ?? 'top'}`}>
      {entries.map((entry) => (
        <li key={entry.id}>
          {actions(entry).map((action) => (
            <button key={action.id} onClick={action.run}>
              {action.label}
            </button>
          ))}
        </li>
      ))}
    </ul>
  )
}

const paths = ['/platform/team-folders/:id?', '/platform/shared-with-me/:id?']
const withActions: SectionModule = {
  ...section,
  namedRoutes: { ...section.namedRoutes, TeamFolders: paths[0]!, SharedWithMe: paths[1]! },
  routes: [
    ...section.routes.filter(({ path }) => !paths.includes(path)),
    ...paths.map((path) => ({
      path,
      access: 'user' as const,
      titleKey: 'locations.home',
      page: () => Promise.resolve(ActionsPage),
    })),
  ],
}

async function open(path: string) {
  const { server } = serverWith([])
  server.on(dissolveTeamFolder, () => ({ data: makeEntry({ id: own.id, type: 'folder', name: 'Press kit (2)' }) }))
  server.on(leaveTeamFolder, { message: 'Done.', count: 1 })
  const view = await renderSection(withActions, { path, server })
  const changed: string[] = []
  const { signal } = new AbortController()
  view.host.events.on('teams.changed', () => changed.push('teams'), signal)
  view.host.events.on('files.changed', ({ folderIds }) => changed.push(...folderIds.map(String)), signal)
  await screen.findByRole('list')
  return { ...view, server, changed }
}
const answer = async (user: Awaited<ReturnType<typeof open>>['user'], title: string, button: string) => {
  const question = within(await screen.findByRole('alertdialog', { name: title }))
  await user.click(question.getByRole('button', { name: button }))
}

test('an owner edits and dissolves a team folder, a member leaves it, and other entries have no such actions', async () => {
  const { user, host } = await open('/platform/team-folders')
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual(['Edit team folder…Dissolve team folder…', 'Leave team folder…', '', ''])
  await user.click(screen.getByRole('button', { name: 'Edit team folder…' }))
  expect(host.overlay.layers.get()[0]).toMatchObject({ name: 'update-team-folder', input: { id: own.id } })
})

test('dissolving says what happens to files, members and links, and leads the open page to Files', async () => {
  const { user, server, address, changed } = await open(`/platform/team-folders/${own.id}`)
  const dissolve = () => user.click(screen.getByRole('button', { name: 'Dissolve team folder…' }))
  await dissolve()
  const question = await screen.findByRole('alertdialog', { name: 'Dissolve “Press kit”?' })
  expect(question).toHaveTextContent(/moves to your files.*your links keep working.*Members lose access/)
  await answer(user, 'Dissolve “Press kit”?', 'Keep team folder')
  expect(server.callsOf(dissolveTeamFolder)).toEqual([])
  await dissolve()
  await answer(user, 'Dissolve “Press kit”?', 'Dissolve team folder')
  await waitFor(() => {
    expect(address()).toBe(`/platform/files/${own.id}`)
  })
  expect(await screen.findByText('“Press kit (2)” moved to Files')).toBeInTheDocument()
  expect(changed).toEqual(['teams', 'null', own.id])
})

test('leaving says what ends, and leads the open page to Shared with me', async () => {
  const { user, server, address, changed } = await open(`/platform/shared-with-me/${other.id}`)
  await user.click(screen.getByRole('button', { name: 'Leave team folder…' }))
  const question = await screen.findByRole('alertdialog', { name: 'Leave “Press kit”?' })
  expect(question).toHaveTextContent(/links you created to it end.*stays in the folder/)
  await answer(user, 'Leave “Press kit”?', 'Leave team folder')
  expect(await screen.findByText('You left “Press kit”')).toBeInTheDocument()
  await waitFor(() => {
    expect(address()).toBe('/platform/shared-with-me')
  })
  expect(server.callsOf(leaveTeamFolder)[0]?.params).toEqual({ id: other.id })
  expect(changed).toEqual(['teams', other.id])
})

test('a page that shows something else stays, and so does one where it failed', async () => {
  const { user, server, address } = await open('/platform/team-folders')
  await user.click(screen.getByRole('button', { name: 'Dissolve team folder…' }))
  await answer(user, 'Dissolve “Press kit”?', 'Dissolve team folder')
  await screen.findByText(/moved to Files/)
  expect(address()).toBe('/platform/team-folders')
  server.on(leaveTeamFolder, () => refuse('not-found'))
  await user.click(screen.getByRole('button', { name: 'Leave team folder…' }))
  await answer(user, 'Leave “Press kit”?', 'Leave team folder')
  expect(await screen.findByText(/no longer exists/)).toBeInTheDocument()
  expect(server.callsOf(browseTeamFolders)).toEqual([])
  expect(server.callsOf(browseSharedWithMe)).toEqual([])
})
