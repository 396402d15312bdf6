import { adminSections } from '@holdall/api'
import { fakeServer, makeUser, refuse, renderSection, servedSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { commandsFor } from './section-commands.ts'
import type { SectionReport, SectionsReport } from './sections-queries.ts'
import section from '../section.ts'

const served = (id: string, version: string) =>
  servedSection({
    id,
    version,
    requires: { shellApi: '^1.0.0', server: '>=0.1.0', shared: { react: '^19.0.0' } },
  })
const builtIn = (version: string, in_use: boolean) => ({ version, origin: 'built-in' as const, in_use, problem: null })
const works: SectionReport = {
  composed: { state: 'ok', id: 'admin', section: served('admin', '0.1.0'), fallback: null },
  origin: 'built-in',
  installed: [builtIn('0.1.0', true)],
  failures: [],
}
const incompatible: SectionReport = {
  composed: {
    state: 'incompatible',
    id: 'platform',
    version: '2.0.0',
    routes: [],
    nav: [],
    needs: 'shell API ^2.0.0',
    has: '1.0.0',
    fallback: served('platform', '0.1.0'),
  },
  origin: 'installed',
  installed: [
    { version: '2.0.0', origin: 'installed', in_use: true, problem: 'needs shell API ^2.0.0' },
    builtIn('0.1.0', false),
  ],
  failures: [
    {
      version: '2.0.0',
      reason: 'Loading chunk 7 failed',
      address: 'http://x/7.js',
      at: '2026-03-19T08:00:00.000Z',
      count: 3,
      accounts: 2,
    },
  ],
}
const report = (...sections: SectionReport[]): SectionsReport => ({
  shell: { version: '0.1.0', api: '1.0.0', server: '0.1.0', shared: { react: '19.3.1' } },
  sections,
})
const show = (server = fakeServer().on(adminSections, report(works, incompatible))) =>
  renderSection(section, { path: '/admin/sections', server, session: makeUser({ role: 'admin' }) })
const card = async (name: RegExp) => (await screen.findByRole('heading', { name })).closest('section') as HTMLElement

test('shows the error and loads after a retry', async () => {
  let broken = true
  const { user } = await show(fakeServer().on(adminSections, () => (broken ? refuse('busy') : report(works))))
  await screen.findByRole('heading', { name: 'Couldn’t load this page' })
  broken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Shell' })).toBeInTheDocument()
})

test('says why a version is not used, what is used instead, and what browsers reported', async () => {
  await show()
  const platform = within(await card(/platform/))
  expect(platform.getByText(/Needs shell API \^2.0.0. This server has 1.0.0/)).toHaveTextContent(
    'Version 0.1.0 is used instead.',
  )
  expect(platform.getByText(/2.0.0: 3 times, last on/)).toBeInTheDocument()
  expect(platform.getByText('By 2 accounts')).toBeInTheDocument()
  expect(platform.getByText(/Loading chunk 7 failed/)).toBeInTheDocument()
})

test('shows what a section requires and its status in this browser', async () => {
  await show()
  const admin = within(await card(/admin/))
  expect(admin.getByText('^1.0.0 (here: 1.0.0)')).toBeInTheDocument()
  expect(admin.getByText('Ready in this browser')).toBeInTheDocument()
  expect(admin.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('says that a section that was not opened is idle, by its id where it has no translated name', async () => {
  const own: SectionReport = { ...works, composed: { state: 'disabled', id: 'wiki' }, origin: 'none', installed: [] }
  await show(fakeServer().on(adminSections, report(own)))
  const wiki = within(await card(/^wiki$/))
  expect(wiki.getByText('Not opened in this browser')).toBeInTheDocument()
  expect(wiki.getByText('Turned off')).toBeInTheDocument()
})

test('copies a command, and shows an error when the browser refuses', async () => {
  let works = true
  document.execCommand = () => works
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Copy: npm run holdall -- ui list' }))
  expect(await screen.findByRole('button', { name: 'Copied: npm run holdall -- ui list' })).toBeInTheDocument()
  works = false
  await user.click(screen.getByRole('button', { name: /Copy: .* rollback platform/ }))
  await waitFor(() => expect(screen.getByText(/doesn’t allow copying here/)).toBeInTheDocument())
})

test('lists only commands that apply to this server', () => {
  expect(commandsFor([works]).map(({ purpose }) => purpose)).toEqual(['list', 'install'])
  expect(commandsFor([works, incompatible]).map(({ command }) => command)).toEqual([
    'npm run holdall -- ui list',
    'npm run holdall -- ui install FILE',
    'npm run holdall -- ui use platform 0.1.0',
    'npm run holdall -- ui rollback platform',
    'npm run holdall -- ui reset',
  ])
})
