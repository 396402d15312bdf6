import { browseFolder, browseSharedWithMe, browseTeamFolders, type Entry, type TeamRole } from '@holdall/api'
import { makeListing, refuse, renderSection } from '@holdall/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from './platform-fixture.ts'
import { entryOfTeam, teamFolderFor, teamListing } from './team-listing-fixture.ts'

const { matchMedia } = window
/** A window that is wide, or a phone, until the end of the test. */
export function resize(kind: 'wide' | 'phone') {
  window.matchMedia = (query) =>
    Object.assign(matchMedia(query), { matches: query.includes(kind === 'wide' ? '1181' : 'max-width') })
}
afterEach(() => {
  window.matchMedia = matchMedia
})

/** A server with one team folder and what is in it, for its owner or a member. */
export function teamServer(permission: TeamRole, options: Parameters<typeof teamFolderFor>[1] = {}) {
  const folder = teamFolderFor(permission, options)
  const report = entryOfTeam(folder, { name: 'report.txt' })
  const plans = entryOfTeam(folder, { type: 'folder', name: 'Plans' })
  const { server, home } = serverWith([])
  const state = { folder: folder as Entry | null, entries: [plans, report] }
  const page = permission === 'owner' ? '/platform/team-folders' : '/platform/shared-with-me'
  server.on(permission === 'owner' ? browseTeamFolders : browseSharedWithMe, ({ params: { id } }) => {
    if (id === 'all') return teamListing(state.folder ? [state.folder] : [])
    if (!state.folder) return refuse('not-found')
    return id === folder.id ? teamListing(state.entries, { of: state.folder }) : refuse('not-found')
  })
  server.on(browseFolder, ({ params: { id } }) =>
    id === folder.id ? makeListing(state.entries, { root: folder }) : makeListing([]),
  )
  return { server, home, state, folder, report, plans, page }
}

export async function openTeam(permission: TeamRole, options: Parameters<typeof teamFolderFor>[1] = {}) {
  const scene = teamServer(permission, options)
  const shown = await renderSection(section, { path: `${scene.page}/${scene.folder.id}`, server: scene.server })
  await screen.findByRole('heading', { level: 1, name: scene.folder.attributes.name })
  await within(await screen.findByRole('grid')).findByText('report.txt')
  return { ...scene, ...shown }
}
export async function openTop(permission: TeamRole, options: Parameters<typeof teamFolderFor>[1] = {}) {
  const scene = teamServer(permission, options)
  const shown = await renderSection(section, { path: scene.page, server: scene.server })
  await within(await screen.findByRole('grid')).findByText(scene.folder.attributes.name)
  return { ...scene, ...shown }
}
/** The row of an entry. */
export const row = (name: string) => {
  const found = within(screen.getByRole('grid')).getByText(name).closest<HTMLElement>('[role=row]')
  if (!found) throw new Error(`No row is named ${name}.`)
  return found
}
/** Opens the menu of an entry, and returns the names of its actions. */
export async function menuOf(name: string): Promise<string[]> {
  fireEvent.contextMenu(row(name))
  const items = await screen.findAllByRole('menuitem')
  return items.map((item) => item.firstElementChild?.nextElementSibling?.textContent ?? item.textContent)
}
