import {
  browseShared,
  browseTrash,
  emptyTrash,
  MAX_SEARCH_MATCHES,
  removeEntries,
  renameEntry,
  searchEntries,
  suggestEntries,
} from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { type FakeServer, makeEntry, makeId, makeListing, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { clipboard } from '../entries/clipboard.ts'
import section from '../section.ts'
import { entryIn, serverWith } from '../testing/platform-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const contracts = { id: makeId(), name: 'Contracts' }
const plan = entryIn(contracts, { name: 'plan.docx' })
const plans = entryIn(null, { type: 'folder', name: 'Plans' })
const archive = makeEntry({ type: 'folder', name: 'Archive' })

const found = (entries: readonly ReturnType<typeof entryIn>[], truncated = false) => {
  const listing = makeListing([...entries])
  return { ...listing, meta: { ...listing.meta, truncated } }
}
const show = async (server: FakeServer, path = '/platform/search?query=plan') => ({
  ...(await renderSection(section, { path, server })),
  server,
})
const open = (path?: string) => {
  const { server } = serverWith([archive])
  server.on(searchEntries, () => found([plans, plan]))
  server.on(suggestEntries, () => ({ data: [plans, plan] }))
  return show(server, path)
}
const openSpotlight = async (user: Awaited<ReturnType<typeof open>>['user'], text: string) => {
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await waitFor(() => {
    expect(field).toHaveFocus()
  })
  await user.type(field, text)
}
const optionsOf = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent?.replace(/(Ctrl \d|OpenEnter)$/, ''))

describe('the page of results', () => {
  test('shows what is found with its folder, for the text of the address', async () => {
    const { server } = await open()
    expect(await screen.findByText('plan.docx')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'Results for “plan”' })).toBeInTheDocument()
    expect(document.title).toMatch(/^Results for “plan”/)
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.querySelector('[data-col=location]')?.textContent)).toEqual(['Files', 'Contracts'])
    expect(screen.getByText('End of results')).toBeInTheDocument()
    expect(server.callsOf(searchEntries).map(({ query }) => query)).toEqual([
      { query: 'plan', page: 1, per_page: 200, sort: 'created_at', direction: 'DESC' },
    ])
  })

  test('filters by type, date and location, which the address contains', async () => {
    const { user, server, address } = await open()
    await screen.findByText('plan.docx')
    const choose = async (filter: RegExp, choice: string) => {
      await user.click(await screen.findByRole('button', { name: filter }))
      await user.click(await screen.findByRole('menuitemradio', { name: choice }))
    }
    await choose(/^Type:/, 'Documents')
    await choose(/^Date:/, 'Last 7 days')
    await choose(/^Location:/, 'Archive')
    await waitFor(() => {
      expect(server.callsOf(searchEntries)).toHaveLength(4)
    })
    expect(server.callsOf(searchEntries).at(-1)?.query).toMatchObject({
      query: 'plan',
      type: 'document',
      from: expect.stringMatching(/Z$/),
      parent_id: archive.id,
    })
    expect(address()).toBe(`/platform/search?query=plan&type=document&period=week&folder=${archive.id}`)
    expect(screen.getByRole('button', { name: 'Type: Documents' })).toBeInTheDocument()
    await choose(/^Type:/, 'Any type')
    expect(address()).toBe(`/platform/search?query=plan&period=week&folder=${archive.id}`)
  })

  test('says that nothing matches, and clears the filters', async () => {
    const { server } = serverWith([])
    server.on(searchEntries, ({ query }) => found(query.type ? [] : [plan]))
    const { user } = await show(server, '/platform/search?query=plan&type=video')
    expect(await screen.findByRole('heading', { name: 'No results for “plan”' })).toBeInTheDocument()
    expect(screen.getByText('Try other filters.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('plan.docx')).toBeInTheDocument()
  })

  test.each([
    ['a list', [plan]],
    ['no match', []],
  ])('says of %s that only the newest matches were searched', async (_what, entries) => {
    const { server } = serverWith([])
    server.on(searchEntries, () => found(entries, true))
    await show(server)
    expect(await screen.findByText(/^Only the 1,000 newest matches were searched/)).toBeInTheDocument()
    expect(MAX_SEARCH_MATCHES).toBe(1000)
  })

  test('without a text it asks for one and opens the search', async () => {
    const { user, host, server } = await open('/platform/search?query=%20')
    await screen.findByText('Enter a name or a part of one.')
    await user.click(screen.getAllByRole('button', { name: 'Search' }).at(-1) as Element)
    expect(host.spotlight.isOpen.get()).toBe(true)
    expect(server.callsOf(searchEntries)).toEqual([])
  })

  test('placeholders are shown while it loads, and what failed can be tried again', async () => {
    const { server } = serverWith([])
    let answer = () => {}
    server.on(
      searchEntries,
      () =>
        new Promise((resolve) => {
          answer = () => {
            resolve(refuse('internal'))
          }
        }),
    )
    const { user } = await show(server)
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
    act(answer)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    server.on(searchEntries, () => found([plan]))
    await user.click(retry)
    expect(await screen.findByText('plan.docx')).toBeInTheDocument()
  })

  test('the menu of a file, and of a folder', async () => {
    await open()
    const items = async (name: string) => {
      fireEvent.contextMenu(await screen.findByText(name))
      return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    }
    expect(await items('plan.docx')).toEqual([
      'PreviewEnter',
      'Show in folder',
      'Download',
      'Share…',
      'RenameF2',
      'Move',
      'Copy to…',
      'Versions',
      'Details',
      'More',
      'DeleteDel',
    ])
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    await waitFor(() => {
      expect(screen.queryByRole('menuitem')).toBeNull()
    })
    expect(await items('Plans')).toEqual([
      'OpenEnter',
      'Show in folder',
      'Download',
      'Share…',
      'Add to favorites',
      'RenameF2',
      'Move',
      'Copy to…',
      'Details',
      'More',
      'DeleteDel',
    ])
  })

  test('a folder that is a favourite has a star', async () => {
    const { server } = serverWith([])
    server.on(searchEntries, () => found([plans, plan]))
    const session = makeUser({ favourites: [plans] })
    await renderSection(section, { path: '/platform/search?query=plan', server, session })
    const rowOf = async (name: string) =>
      within((await within(await screen.findByRole('grid')).findByText(name)).closest('[role=row]') as HTMLElement)
    expect((await rowOf('Plans')).getByText('Favorite')).toBeInTheDocument()
    expect((await rowOf('plan.docx')).queryByText('Favorite')).toBeNull()
  })

  test('the keys of the menu work in the list', async () => {
    const { user, server } = await open()
    server.on(renameEntry, { data: plan })
    await user.click(await screen.findByText('plan.docx'))
    await user.keyboard('{Control>}x{/Control}')
    expect(clipboard.get()).toMatchObject({ mode: 'cut', moving: { count: 1, name: 'plan.docx' } })
    clipboard.set(null)
    await user.keyboard('{F2}final{Enter}')
    await waitFor(() => {
      expect(server.callsOf(renameEntry)[0]?.body).toEqual({ name: 'final.docx' })
    })
  })

  test('what is moved to the trash leaves the list', async () => {
    const { server } = serverWith([])
    const entries = [plans, plan]
    server.on(searchEntries, () => found(entries))
    server.on(removeEntries, () => {
      entries.pop()
      return { message: 'Done.', count: 1 }
    })
    const { user } = await show(server)
    await user.click(await screen.findByText('plan.docx'))
    await user.keyboard('{Delete}')
    await waitFor(() => {
      expect(screen.queryByText('plan.docx')).not.toBeInTheDocument()
    })
    expect(screen.getByText('Plans')).toBeInTheDocument()
  })
})

describe('the spotlight', () => {
  test('finds folders and files with one call, each with its folder, and opens a folder', async () => {
    const { user, server, address } = await open('/platform/files')
    await openSpotlight(user, 'plan')
    await screen.findByRole('group', { name: 'Folders' })
    expect([optionsOf('Folders'), optionsOf('Files')]).toEqual([
      ['Plans · Files'],
      ['plan.docx · Contracts', 'Show all results'],
    ])
    expect(server.callsOf(suggestEntries).map(({ query }) => query)).toEqual([{ query: 'plan' }])
    await user.click(within(screen.getByRole('group', { name: 'Folders' })).getByRole('option'))
    await waitFor(() => {
      expect(address()).toBe(`/platform/files/${plans.id}`)
    })
  })

  test('leads to all results', async () => {
    const { user, address } = await open('/platform/files')
    await openSpotlight(user, 'plan & more')
    await user.click(await screen.findByRole('option', { name: /Show all results/ }))
    await waitFor(() => {
      expect(address()).toBe('/platform/search?query=plan+%26+more')
    })
  })

  test('a search that fails shows a note in the spotlight, and no popup', async () => {
    const { server } = serverWith([archive])
    server.on(suggestEntries, () => refuse('internal'))
    const { user } = await show(server, '/platform/files')
    await openSpotlight(user, 'zzz')
    expect((await screen.findAllByText(/Some results couldn’t be loaded/)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('the button of each page opens it', async () => {
    const { user, host } = await open('/platform/files')
    await user.click(await screen.findByRole('button', { name: 'Search' }))
    expect(host.spotlight.isOpen.get()).toBe(true)
  })

  test('finds pages, creates a folder and empties the trash', async () => {
    const { server } = serverWith([archive])
    server.on(suggestEntries, { data: [] })
    server.on(browseShared, () => makeListing([])).on(browseTrash, () => makeListing([]))
    server.on(emptyTrash, { message: 'Done.', count: 1 })
    const { user, address } = await show(server, '/platform/files')
    const run = async (text: string, name: RegExp) => {
      await openSpotlight(user, text)
      await user.click(await screen.findByRole('option', { name }))
    }
    await run('shared', /My shared items/)
    await waitFor(() => {
      expect(address()).toBe('/platform/my-shared-items')
    })
    await run('empty', /Empty trash/)
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Empty trash?' })).getByRole('button', {
        name: 'Empty trash',
      }),
    )
    await waitFor(() => {
      expect(server.callsOf(emptyTrash)).toHaveLength(1)
    })
    await run('new folder', /New folder/)
    expect(await screen.findByRole('dialog', { name: 'New folder' })).toBeInTheDocument()
  })
})
